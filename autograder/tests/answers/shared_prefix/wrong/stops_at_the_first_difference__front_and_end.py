"""Counts the common end as well."""

from os.path import commonprefix

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    one, other = serialize(before), serialize(after)
    front = commonprefix([one, other])
    end = commonprefix([one[len(front) :][::-1], other[len(front) :][::-1]]) if front else ""
    return estimate_tokens(front + end)
