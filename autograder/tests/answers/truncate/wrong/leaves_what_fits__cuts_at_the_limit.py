"""Takes a text that is exactly as long as the limit for too long."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) < max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text[: max_length - len(marker)] + marker
