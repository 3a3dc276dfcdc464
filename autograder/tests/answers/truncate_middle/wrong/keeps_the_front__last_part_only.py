"""Keeps the end only, and marks its front."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return marker + text[len(text) - (max_length - len(marker)) :]
