"""Puts the marker into the middle of every text."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(marker) >= max_length:
        return marker[:max_length]
    room = min(max_length - len(marker), len(text))
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]
