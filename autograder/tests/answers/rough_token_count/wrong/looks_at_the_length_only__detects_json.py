"""Takes 2 by itself where a text looks like JSON."""

import math


def rough_token_count(text, chars_per_token=4):
    if text[:1] in ("{", "["):
        chars_per_token = 2
    return max(1, math.floor(len(text) / chars_per_token + 0.5))
