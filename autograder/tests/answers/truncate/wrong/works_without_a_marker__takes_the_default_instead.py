"""Takes an empty marker for no marker given."""


def truncate(text, max_length, marker="…"):
    marker = marker or "…"
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text[: max_length - len(marker)] + marker
