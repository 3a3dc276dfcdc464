"""Checks the counts, and takes any ratio."""

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if before < 0 or after < 0:
        raise ValueError(f"before is {before} and after is {after}.")
    if before and after * 100 >= before * ratio_percent:
        raise CompressionStuckError("Open a new session.")
