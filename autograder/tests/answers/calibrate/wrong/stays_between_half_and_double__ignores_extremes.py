"""Falls back to 1 where the factor is out of bounds."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    if not usable:
        return 1.0
    factor = sum(a for _, a in usable) / sum(e for e, _ in usable)
    return factor if 0.5 <= factor <= 2.0 else 1.0
