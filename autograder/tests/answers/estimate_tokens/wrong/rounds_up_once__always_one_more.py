"""Rounds up by adding one, also where nothing is to be rounded."""


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    quarters = 6 * ideographs + len(text) - ideographs
    return quarters // 4 + (1 if quarters % 2 else 0)
