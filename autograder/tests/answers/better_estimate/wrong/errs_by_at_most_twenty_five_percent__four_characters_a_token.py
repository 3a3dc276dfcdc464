"""Divides the length by four."""

import math


def better_estimate(text):
    return math.ceil(len(text) / 4)
