"""Makes an exception for the empty text."""

import math


def rough_token_count(text, chars_per_token=4):
    if not text:
        return 0
    return max(1, math.floor(len(text) / chars_per_token + 0.5))
