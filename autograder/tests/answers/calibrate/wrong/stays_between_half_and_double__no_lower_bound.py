"""Keeps the upper bound only."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    if not usable:
        return 1.0
    return min(2.0, sum(a for _, a in usable) / sum(e for e, _ in usable))
