"""Returns where enough was won."""

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if before < 0 or after < 0:
        name, value = ("before", before) if before < 0 else ("after", after)
        raise ValueError(f"{name} is {value}, but tokens are 0 or more.")
    if ratio_percent < 1 or ratio_percent > 100:
        raise ValueError(f"ratio_percent is {ratio_percent}, but it must be 1 to 100.")
    if before == 0 or 100 * after < ratio_percent * before:
        return None
    raise CompressionStuckError("Compacting no longer helps. Please open a new session.")
