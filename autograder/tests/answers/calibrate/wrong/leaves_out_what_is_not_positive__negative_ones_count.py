"""Leaves out zeros and keeps negative numbers."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e and a]
    if not any(e > 0 and a > 0 for e, a in usable):
        return 1.0
    estimated = sum(e for e, _ in usable)
    factor = sum(a for _, a in usable) / estimated if estimated else 1.0
    return min(2.0, max(0.5, factor))
