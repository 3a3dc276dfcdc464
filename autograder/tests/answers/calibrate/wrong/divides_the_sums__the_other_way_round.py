"""Divides what was thought by what it was."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    if not usable:
        return 1.0
    factor = sum(e for e, _ in usable) / sum(a for _, a in usable)
    return min(2.0, max(0.5, factor))
