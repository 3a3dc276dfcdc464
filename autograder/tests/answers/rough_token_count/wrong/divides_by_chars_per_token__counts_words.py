"""Counts words and takes four of them for three tokens."""

import math


def rough_token_count(text, chars_per_token=4):
    return max(1, math.floor(len(text.split()) * 4 / 3 + 0.5))
