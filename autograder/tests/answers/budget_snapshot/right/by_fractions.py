"""Rounds an exact fraction down."""

import math
from fractions import Fraction


def budget_snapshot(used, window=200_000, reserve=20_000, buffer=13_000):
    effective = window - reserve
    threshold = effective - buffer
    if threshold <= 0:
        raise ValueError(f"buffer is {buffer}, reserve is {reserve}: too much for a window of {window}")
    return {
        "should_compact": used - threshold >= 0,
        "percent": math.floor(Fraction(used, effective) * 100),
        "remaining": sorted([0, effective - used])[1],
        "threshold": threshold,
        "effective_window": effective,
    }
