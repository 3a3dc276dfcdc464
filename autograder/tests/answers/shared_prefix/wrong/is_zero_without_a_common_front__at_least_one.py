"""Never returns less than one token."""

from os.path import commonprefix

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    return max(1, estimate_tokens(commonprefix([serialize(before), serialize(after)])))
