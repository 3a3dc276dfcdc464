"""Counts as JavaScript does, where an emoji has the length 2."""

import math


def estimate_tokens(text):
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    rare = sum("\U00020000" <= c <= "\U0003ffff" for c in text)
    units = len(text.encode("utf-16-le", "surrogatepass")) // 2
    return math.ceil(1.5 * ideographs + 0.25 * (units - ideographs - rare))
