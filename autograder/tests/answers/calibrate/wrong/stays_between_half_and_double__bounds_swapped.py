"""Takes min for max and max for min, so that out of bounds is always 2."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    if not usable:
        return 1.0
    factor = sum(a for _, a in usable) / sum(e for e, _ in usable)
    return factor if 0.5 <= factor <= 2.0 else max(2.0, min(0.5, factor))
