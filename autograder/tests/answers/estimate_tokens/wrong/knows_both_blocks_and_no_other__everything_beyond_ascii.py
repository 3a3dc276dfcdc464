"""Takes every character beyond ASCII for an ideograph."""

import math


def estimate_tokens(text):
    ascii_only = sum(c.isascii() for c in text)
    return math.ceil(1.5 * (len(text) - ascii_only) + 0.25 * ascii_only)
