"""Marks first, and cuts the marker and the text to what is left."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    return text if len(text) <= max_length else (text[: max(max_length - len(marker), 0)] + marker)[:max_length]
