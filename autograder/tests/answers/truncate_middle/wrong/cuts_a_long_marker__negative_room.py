"""Lets the room become negative, and slices from the end."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    room = max_length - len(marker)
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]
