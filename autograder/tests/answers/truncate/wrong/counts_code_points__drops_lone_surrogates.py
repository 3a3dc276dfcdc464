"""Cleans the text of what cannot be encoded."""


def truncate(text, max_length, marker="…"):
    text = text.encode("utf-8", "ignore").decode("utf-8")
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text[: max_length - len(marker)] + marker
