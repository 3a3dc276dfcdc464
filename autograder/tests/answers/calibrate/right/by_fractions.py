"""Divides exactly, and turns the result into a float at the end."""

from fractions import Fraction


def calibrate(pairs):
    usable = [(Fraction(e), Fraction(a)) for e, a in pairs if e > 0 < a]
    if len(usable) == 0:
        return 1
    estimates, actuals = zip(*usable)
    return float(min(Fraction(2), max(Fraction(1, 2), sum(actuals) / sum(estimates))))
