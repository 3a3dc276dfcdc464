"""Divides by four, whatever the caller says."""

import math


def rough_token_count(text, chars_per_token=4):
    return max(1, math.floor(len(text) / 4 + 0.5))
