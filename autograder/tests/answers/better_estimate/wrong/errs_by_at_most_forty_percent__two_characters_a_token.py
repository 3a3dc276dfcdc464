"""Takes two characters for a token, to be safe."""

import math


def better_estimate(text):
    return math.ceil(len(text) / 2)
