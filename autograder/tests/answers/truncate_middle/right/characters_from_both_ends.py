"""Takes characters from the front and the end in turn."""


from collections import deque


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    head, tail = [], deque()
    for step in range(max_length - len(marker)):
        if step % 2 == 0:
            head.append(text[step // 2])
        else:
            tail.appendleft(text[len(text) - 1 - step // 2])
    return "".join([*head, marker, *tail])
