"""Takes the estimate of the shorter history."""

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    return min(estimate_tokens(serialize(before)), estimate_tokens(serialize(after)))
