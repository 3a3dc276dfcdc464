"""Takes the mean of the ratios, so that a tiny request weighs as much as a large one."""


def calibrate(pairs):
    ratios = [a / e for e, a in pairs if e > 0 and a > 0]
    if not ratios:
        return 1.0
    return min(2.0, max(0.5, sum(ratios) / len(ratios)))
