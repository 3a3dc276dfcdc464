"""Takes the argument for tokens per character."""

import math


def rough_token_count(text, chars_per_token=4):
    return max(1, math.floor(len(text) * chars_per_token + 0.5))
