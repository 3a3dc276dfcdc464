"""Adds fractions, and rounds with the floor of the negative."""

from fractions import Fraction

BLOCKS = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000))


def weight(character):
    return Fraction(3, 2) if any(ord(character) in block for block in BLOCKS) else Fraction(1, 4)


def estimate_tokens(text):
    return int(-(-sum(map(weight, text)) // 1))
