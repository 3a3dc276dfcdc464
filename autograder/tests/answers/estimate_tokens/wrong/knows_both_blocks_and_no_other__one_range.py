"""Takes everything from the first block to the last for ideographs, with the hexagrams between."""

import math


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u9fff" for c in text)
    return math.ceil(1.5 * ideographs + 0.25 * (len(text) - ideographs))
