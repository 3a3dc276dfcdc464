"""Finds that 0 is not below 90 % of 0, and stops a session that has not begun."""

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if before < 0 or after < 0:
        raise ValueError(f"before is {before} and after is {after}.")
    if not 1 <= ratio_percent <= 100:
        raise ValueError(f"ratio_percent is {ratio_percent}.")
    if after * 100 >= before * ratio_percent:
        raise CompressionStuckError("Open a new session.")
