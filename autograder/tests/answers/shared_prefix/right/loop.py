"""Compares character by character."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    one = serialize(before)
    other = serialize(after)
    place = 0
    while place < len(one) and place < len(other) and one[place] == other[place]:
        place += 1
    return estimate_tokens(one[:place])
