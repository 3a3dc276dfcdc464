"""Cuts a long marker with a negative limit, which counts from the end."""


def truncate_middle(text, max_length, marker="…"):
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]
