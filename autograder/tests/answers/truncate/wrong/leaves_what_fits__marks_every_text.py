"""Adds the marker to every text, cut or not."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    return (text[: max(0, max_length - len(marker))] + marker)[:max_length]
