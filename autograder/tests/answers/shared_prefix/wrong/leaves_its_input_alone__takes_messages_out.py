"""Takes equal messages out of both histories."""

from os.path import commonprefix

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    front = []
    while before and after and before[0] == after[0]:
        front.append(before.pop(0))
        after.pop(0)
    return estimate_tokens(serialize(front) + commonprefix([serialize(before), serialize(after)]))
