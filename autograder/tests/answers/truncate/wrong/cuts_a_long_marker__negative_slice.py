"""Lets the room for the text become negative, and slices from the end."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    return text[: max_length - len(marker)] + marker
