"""Rounds to four places, as a table would."""


def calibrate(pairs):
    usable = [(estimated, actual) for estimated, actual in pairs if estimated > 0 and actual > 0]
    if not usable:
        return 1.0
    factor = sum(actual for _, actual in usable) / sum(estimated for estimated, _ in usable)
    return round(min(2.0, max(0.5, factor)), 4)
