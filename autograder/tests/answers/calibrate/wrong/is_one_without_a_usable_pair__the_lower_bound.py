"""Lets no pair fall to the lower bound."""


def calibrate(pairs):
    usable = [(e, a) for e, a in pairs if e > 0 and a > 0]
    estimated = sum(e for e, _ in usable)
    factor = sum(a for _, a in usable) / estimated if estimated else 0
    return min(2.0, max(0.5, factor))
