"""Is the textbook's rule once more."""

import math


def better_estimate(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    return math.ceil(1.5 * ideographs + 0.25 * (len(text) - ideographs))
