"""Slices with a negative limit, which counts from the end."""


def truncate(text, max_length, marker="…"):
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text[: max_length - len(marker)] + marker
