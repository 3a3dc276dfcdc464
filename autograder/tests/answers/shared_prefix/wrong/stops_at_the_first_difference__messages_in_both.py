"""Counts every message that is in both histories."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    if before[:1] != after[:1]:
        return 0 if serialize(before)[:1] != serialize(after)[:1] else estimate_tokens(serialize(before))
    there = {serialize([message]) for message in after}
    return estimate_tokens(serialize([message for message in before if serialize([message]) in there]))
