"""Computes the smallest count that is stuck, rounded up."""

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if min(before, after) < 0:
        raise ValueError(f"before is {before} and after is {after}: neither may be negative.")
    if not 0 < ratio_percent <= 100:
        raise ValueError(f"ratio_percent is {ratio_percent}: 1 to 100 is allowed.")
    stuck_from = -(-before * ratio_percent // 100)
    if before > 0 and after >= stuck_from:
        raise CompressionStuckError("This session cannot be made smaller. Start a new session to go on.")
    return None
