"""Counts bytes."""

import math


def rough_token_count(text, chars_per_token=4):
    length = len(text.encode("utf-8", "surrogatepass"))
    return max(1, math.floor(length / chars_per_token + 0.5))
