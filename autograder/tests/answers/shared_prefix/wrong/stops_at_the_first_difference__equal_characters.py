"""Counts all characters that are equal at the same place."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    one, other = serialize(before), serialize(after)
    if one[:1] != other[:1]:
        return 0
    return estimate_tokens("".join(a for a, b in zip(one, other) if a == b))
