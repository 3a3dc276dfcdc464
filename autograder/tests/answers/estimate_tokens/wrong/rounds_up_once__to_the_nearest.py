"""Rounds to the nearest whole number."""


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    return round(1.5 * ideographs + 0.25 * (len(text) - ideographs))
