"""Rounds, and lets the empty text be 0."""

import math


def rough_token_count(text, chars_per_token=4):
    return math.floor(len(text) / chars_per_token + 0.5)
