"""Sorts the factor between its bounds."""


def calibrate(pairs):
    usable = [pair for pair in pairs if min(pair) > 0]
    estimated, actual = (sum(numbers) for numbers in zip(*usable)) if usable else (1, 1)
    return sorted((0.5, actual / estimated, 2))[1]
