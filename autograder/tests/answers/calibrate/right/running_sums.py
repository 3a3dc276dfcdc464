"""Adds up in one loop."""


def calibrate(pairs):
    estimated = actual = 0
    for guess, count in pairs:
        if guess <= 0 or count <= 0:
            continue
        estimated += guess
        actual += count
    if estimated == 0:
        return 1.0
    factor = actual / estimated
    if factor < 0.5:
        return 0.5
    if factor > 2:
        return 2.0
    return factor
