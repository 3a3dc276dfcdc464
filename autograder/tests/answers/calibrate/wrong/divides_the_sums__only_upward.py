"""Never corrects downward, to be on the safe side."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    if not usable:
        return 1.0
    factor = sum(a for _, a in usable) / sum(e for e, _ in usable)
    return min(2.0, max(1.0, factor))
