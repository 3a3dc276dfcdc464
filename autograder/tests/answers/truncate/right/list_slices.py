"""Replaces the end of a list of characters."""


def truncate(text, max_length, marker="…"):
    characters = list(text)
    if max_length <= 0:
        characters = []
    elif len(characters) > max_length:
        ending = list(marker)[:max_length]
        characters[max_length - len(ending) :] = ending
    return "".join(characters)
