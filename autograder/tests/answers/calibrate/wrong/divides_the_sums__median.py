"""Takes the median of the ratios."""

import statistics


def calibrate(pairs):
    ratios = [a / e for e, a in pairs if e > 0 and a > 0]
    return min(2.0, max(0.5, statistics.median(ratios))) if ratios else 1.0
