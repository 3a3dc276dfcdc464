"""Leaves a pair out only where it could not divide by it."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0]
    if not any(a > 0 for _, a in usable):
        return 1.0
    factor = sum(a for _, a in usable) / sum(e for e, _ in usable)
    return min(2.0, max(0.5, factor))
