"""Takes the tail from the text read backwards."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    head = -(-room // 2)
    return text[:head] + marker + text[::-1][: room - head][::-1]
