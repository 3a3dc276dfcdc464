"""Cuts the text into pieces as a tokenizer does, and prices each piece."""

import math
import re

PIECE = re.compile(
    r"(?P<noise>[A-Za-z0-9+/]{24,})|(?P<word>[A-Za-z]+)|(?P<number>[0-9]+)|(?P<ideograph>[\u3400-\u4dbf\u4e00-\u9fff])"
    r"|(?P<syllable>[\u3040-\u30ff\uac00-\ud7a3])|(?P<wide>[\u3000-\u303f\uff00-\uffef])|(?P<blanks> +)"
    r"|(?P<marks>[!-/:-@\[-`{-~]+)|(?P<line>\n)|(?P<picture>[\U0001f000-\U0010ffff])|(?P<letter>.)",
    re.DOTALL,
)
FLAT = {"ideograph": 1.0, "syllable": 0.7, "wide": 1.0, "line": 0.5, "picture": 1.8, "letter": 0.4}


def price(kind, length):
    if kind == "noise":
        return 0.7 * length
    if kind == "word":
        return max(1, length / 4.5)
    if kind == "number":
        return -(-length // 3)
    if kind == "marks":
        return (length + 1) / 2
    if kind == "blanks":
        return 0.5 if length > 1 else 0
    return FLAT[kind]


def better_estimate(text):
    return math.ceil(sum(price(found.lastgroup, len(found.group())) for found in PIECE.finditer(text)))
