"""Checks the ratio, and compares negative counts."""

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if not 1 <= ratio_percent <= 100:
        raise ValueError(f"ratio_percent is {ratio_percent}.")
    if before > 0 and after * 100 >= before * ratio_percent:
        raise CompressionStuckError("Open a new session.")
