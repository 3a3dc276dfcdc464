"""Leaves out the number that is 0, and keeps the other one of its pair."""


def calibrate(pairs):
    if not any(e > 0 and a > 0 for e, a in pairs):
        return 1.0
    factor = sum(a for _, a in pairs if a > 0) / sum(e for e, _ in pairs if e > 0)
    return min(2.0, max(0.5, factor))
