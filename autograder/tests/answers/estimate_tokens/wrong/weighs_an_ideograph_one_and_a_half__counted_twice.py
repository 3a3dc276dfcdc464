"""Adds 1.5 for each ideograph on top of a quarter for every character."""

import math


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    return math.ceil(1.5 * ideographs + 0.25 * len(text))
