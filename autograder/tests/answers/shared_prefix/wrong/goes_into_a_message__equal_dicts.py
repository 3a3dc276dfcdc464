"""Counts the messages that are equal dicts."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    count = 0
    for one, other in zip(before, after):
        if one != other:
            break
        count += 1
    return estimate_tokens(serialize(before[:count]))
