"""Rounds every message up on its own."""

from os.path import commonprefix

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    return sum(map(estimate_tokens, commonprefix([serialize(before), serialize(after)]).splitlines(keepends=True)))
