"""Looks the price up in a table sorted by code point, and adds one for what looks like base64."""

import bisect
import math
import re

STARTS = [0, 0x0B, 0x20, 0x21, 0x41, 0x5B, 0x61, 0x7B, 0x80, 0x3000, 0x3040, 0x3100, 0x3400, 0xA000, 0xAC00, 0xD7A4, 0xFF00, 0xFFF0, 0x1F000]
PRICES = [0.6, 0.1, 0.05, 0.6, 0.25, 0.6, 0.25, 0.6, 0.4, 1.0, 0.7, 0.4, 1.0, 0.4, 0.7, 0.4, 1.0, 0.4, 1.7]


def better_estimate(text):
    total = 0.0
    for character in text:
        total += PRICES[bisect.bisect_right(STARTS, ord(character)) - 1]
    for run in re.findall(r"[A-Za-z0-9+/]{40,}", text):
        total += 0.35 * len(run)
    return math.ceil(total)
