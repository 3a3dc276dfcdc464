"""Puts head and tail together without a mark between them."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    tail = max_length // 2
    return text[: max_length - tail] + text[len(text) - tail :]
