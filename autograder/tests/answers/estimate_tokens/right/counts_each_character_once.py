"""Counts how often each character comes, then weighs the counts."""

from collections import Counter
from math import ceil


def estimate_tokens(text):
    total = 0
    for character, times in Counter(text).items():
        total += times * (1.5 if "\u3400" <= character <= "\u4dbf" or "\u4e00" <= character <= "\u9fff" else 0.25)
    return ceil(total)
