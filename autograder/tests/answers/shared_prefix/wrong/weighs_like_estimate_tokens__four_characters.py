"""Takes four characters for a token, whatever they are."""

from math import ceil
from os.path import commonprefix

from autograder.lab import serialize


def shared_prefix(before, after):
    return ceil(len(commonprefix([serialize(before), serialize(after)])) / 4)
