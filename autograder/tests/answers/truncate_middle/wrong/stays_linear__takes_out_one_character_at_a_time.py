"""Takes one character out of the middle until the rest fits."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    head = room - room // 2
    while len(text) > room:
        text = text[:head] + text[head + 1 :]
    return text[:head] + marker + text[head:]
