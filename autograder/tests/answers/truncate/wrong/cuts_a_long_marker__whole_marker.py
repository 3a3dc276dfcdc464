"""Lets a long marker stand whole."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    return text[: max(0, max_length - len(marker))] + marker
