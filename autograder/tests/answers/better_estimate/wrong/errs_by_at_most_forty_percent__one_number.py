"""Says the same for every text."""


def better_estimate(text):
    return 250
