"""Takes blanks and newlines for nothing."""

import math


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    others = sum(not c.isspace() for c in text) - ideographs
    return math.ceil(1.5 * ideographs + 0.25 * others)
