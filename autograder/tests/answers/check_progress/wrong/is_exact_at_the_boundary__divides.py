"""Divides, and loses the last tokens of large numbers."""

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if before < 0 or after < 0:
        raise ValueError(f"before is {before} and after is {after}.")
    if not 1 <= ratio_percent <= 100:
        raise ValueError(f"ratio_percent is {ratio_percent}.")
    if before and after / before >= ratio_percent / 100:
        raise CompressionStuckError("Open a new session.")
