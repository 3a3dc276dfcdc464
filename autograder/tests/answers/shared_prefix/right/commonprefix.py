"""Uses the common prefix that the standard library has for paths."""

import os.path

from autograder.lab import serialize
from given_ch06 import estimate_tokens


def shared_prefix(before, after):
    return estimate_tokens(os.path.commonprefix([serialize(before), serialize(after)]))
