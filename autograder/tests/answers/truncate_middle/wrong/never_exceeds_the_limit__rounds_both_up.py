"""Rounds both halves up."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    half = (max_length - len(marker) + 1) // 2
    return text[:half] + marker + text[len(text) - half :]
