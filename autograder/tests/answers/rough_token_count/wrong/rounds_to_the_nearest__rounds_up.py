"""Rounds up, as estimate_tokens does."""

import math


def rough_token_count(text, chars_per_token=4):
    return max(1, math.ceil(len(text) / chars_per_token))
