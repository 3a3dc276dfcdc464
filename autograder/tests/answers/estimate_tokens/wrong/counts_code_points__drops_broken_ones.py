"""Throws halves of broken emoji away before it counts."""

import math


def estimate_tokens(text):
    text = text.encode("utf-8", "ignore").decode("utf-8")
    ideographs = sum("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)
    return math.ceil(1.5 * ideographs + 0.25 * (len(text) - ideographs))
