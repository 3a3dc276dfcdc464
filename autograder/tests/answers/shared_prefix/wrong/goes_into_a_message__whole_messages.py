"""Counts whole messages only."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    count = 0
    while count < min(len(before), len(after)) and serialize([before[count]]) == serialize([after[count]]):
        count += 1
    return estimate_tokens(serialize(before[:count]))
