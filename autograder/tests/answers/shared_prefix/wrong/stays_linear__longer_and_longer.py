"""Compares longer and longer fronts."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    one, other = serialize(before), serialize(after)
    length = 0
    while length < min(len(one), len(other)) and one[: length + 1] == other[: length + 1]:
        length += 1
    return estimate_tokens(one[:length])
