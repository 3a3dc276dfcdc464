"""Returns 0, and every estimate with it becomes 0."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    if not usable:
        return 0.0
    factor = sum(a for _, a in usable) / sum(e for e, _ in usable)
    return min(2.0, max(0.5, factor))
