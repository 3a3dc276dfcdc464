"""Counts words and adds a third."""

import math


def better_estimate(text):
    return math.ceil(len(text.split()) * 4 / 3)
