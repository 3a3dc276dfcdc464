"""Cuts the bytes, and falls where half of a character is left."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text.encode()) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text.encode()[: max_length - len(marker)].decode() + marker
