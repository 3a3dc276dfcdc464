"""Corrects the weight of ideographs to 1 and leaves the rest alone."""

import math


def better_estimate(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    return math.ceil(ideographs + 0.25 * (len(text) - ideographs))
