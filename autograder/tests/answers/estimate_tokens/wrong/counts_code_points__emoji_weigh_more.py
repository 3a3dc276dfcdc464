"""Gives an emoji a whole token, because it knows that emoji cost more."""

import math


def estimate_tokens(text):
    quarters = 0
    for c in text:
        quarters += 6 if "\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" else 4 if "\U0001f000" <= c <= "\U0001ffff" else 1
    return math.ceil(quarters / 4)
