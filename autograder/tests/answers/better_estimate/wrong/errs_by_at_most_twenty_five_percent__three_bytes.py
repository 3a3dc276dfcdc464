"""Divides the bytes by three, and pays for it in every alphabet but Latin."""

import math


def better_estimate(text):
    return math.ceil(len(text.encode("utf-8")) / 3)
