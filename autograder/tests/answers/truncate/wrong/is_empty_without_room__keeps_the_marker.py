"""Leaves the marker where there is no room for anything."""


def truncate(text, max_length, marker="…"):
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length] if max_length > 0 else marker
    return text[: max_length - len(marker)] + marker
