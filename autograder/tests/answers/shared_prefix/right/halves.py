"""Searches the length by halves, with startswith."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    one, other = serialize(before), serialize(after)
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if other.startswith(one[:middle]):
            low = middle
        else:
            high = middle - 1
    return estimate_tokens(one[:low])
