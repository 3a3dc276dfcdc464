"""Counts whole lines only."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    front = ""
    for one, other in zip(serialize(before).splitlines(True), serialize(after).splitlines(True)):
        if one != other:
            break
        front += one
    return estimate_tokens(front)
