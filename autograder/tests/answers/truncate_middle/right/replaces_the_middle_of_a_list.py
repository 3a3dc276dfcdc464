"""Replaces the middle of a list of characters."""


from math import ceil


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) > max_length:
        characters = list(text)
        room = max(0, max_length - len(marker))
        head = ceil(room / 2)
        characters[head : len(text) - (room - head)] = marker[:max_length]
        text = "".join(characters)
    return text
