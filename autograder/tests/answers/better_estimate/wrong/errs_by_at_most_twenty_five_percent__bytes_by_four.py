"""Divides the bytes by four: better for CJK, and no better for what machines write."""

import math


def better_estimate(text):
    return math.ceil(len(text.encode("utf-8")) / 4)
