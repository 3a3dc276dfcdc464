"""Remembers three characters to a token."""

import math


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    return math.ceil(1.5 * ideographs + (len(text) - ideographs) / 3)
