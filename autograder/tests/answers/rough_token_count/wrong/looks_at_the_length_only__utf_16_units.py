"""Counts as JavaScript does."""

import math


def rough_token_count(text, chars_per_token=4):
    length = len(text.encode("utf-16-le", "surrogatepass")) // 2
    return max(1, math.floor(length / chars_per_token + 0.5))
