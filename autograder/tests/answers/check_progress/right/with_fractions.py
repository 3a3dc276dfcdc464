"""Compares exact fractions."""

from fractions import Fraction

from autograder.lab import CompressionStuckError


def check_progress(before, after, ratio_percent=90):
    if ratio_percent not in range(1, 101):
        raise ValueError(f"ratio_percent={ratio_percent} is outside 1 to 100")
    for name, value in {"before": before, "after": after}.items():
        if value < 0:
            raise ValueError(f"{name}={value} is negative")
    if before and Fraction(after, before) >= Fraction(ratio_percent, 100):
        raise CompressionStuckError(f"{after} of {before} tokens are left; go on in a New Session.")
