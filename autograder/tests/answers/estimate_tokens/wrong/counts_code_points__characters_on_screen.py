"""Counts what is seen: joins accents with their letters, and families into one."""

import math
import unicodedata


def estimate_tokens(text):
    seen = [c for c in text if unicodedata.category(c) not in ("Mn", "Cf")]
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in seen)
    return math.ceil(1.5 * ideographs + 0.25 * (len(seen) - ideographs))
