"""Adds 85 for an image in the common messages, though the text has none."""

from os.path import commonprefix

from autograder.lab import serialize
from given_ch06 import estimate_messages, estimate_tokens


def shared_prefix(before, after):
    front = estimate_tokens(commonprefix([serialize(before), serialize(after)]))
    count = sum(1 for _ in zip(before, after) if before[: _ and 1] == after[: _ and 1])
    whole = [one for one, other in zip(before[:count], after[:count]) if one == other]
    return front + estimate_messages(whole) - estimate_tokens(serialize(whole))
