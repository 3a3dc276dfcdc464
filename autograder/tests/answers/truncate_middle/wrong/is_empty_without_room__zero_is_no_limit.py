"""Takes a limit of zero for no limit at all."""


def truncate_middle(text, max_length, marker="…"):
    if max_length == 0 or len(text) <= max_length:
        return text
    if max_length < 0:
        return ""
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]
