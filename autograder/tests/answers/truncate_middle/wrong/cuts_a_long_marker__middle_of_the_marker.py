"""Shortens the marker from its middle too."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        tail = max_length // 2
        return marker[: max_length - tail] + marker[len(marker) - tail :]
    room = max_length - len(marker)
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]
