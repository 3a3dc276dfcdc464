"""Rounds the half, and Python rounds 0.5 and 2.5 to the even neighbour."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    head = round(room / 2)
    return text[:head] + marker + text[len(text) - (room - head) :]
