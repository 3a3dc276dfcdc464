"""Adds one instead of taking one as the least."""

import math


def rough_token_count(text, chars_per_token=4):
    rounded = math.floor(len(text) / chars_per_token + 0.5)
    return rounded + 1 if len(text) < chars_per_token else rounded
