"""Cuts without a word about it."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) > max_length and len(marker) >= max_length:
        return marker[:max_length]
    return text[:max_length]
