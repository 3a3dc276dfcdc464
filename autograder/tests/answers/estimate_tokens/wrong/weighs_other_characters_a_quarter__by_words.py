"""Counts words, because a word seems to be a token."""

import math


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    words = "".join(" " if "\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" else c for c in text).split()
    return math.ceil(1.5 * ideographs + len(words))
