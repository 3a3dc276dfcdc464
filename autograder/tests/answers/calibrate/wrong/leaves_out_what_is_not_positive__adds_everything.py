"""Adds everything up, a report of 0 too."""


def calibrate(pairs):
    estimated, actual = sum(e for e, _ in pairs), sum(a for _, a in pairs)
    if not any(e > 0 and a > 0 for e, a in pairs):
        return 1.0
    if all(e > 0 and a > 0 for e, a in pairs) or estimated > 0 and 0.5 < actual / estimated < 2.0:
        return min(2.0, max(0.5, actual / estimated))
    return min(2.0, max(0.5, actual / max(1, estimated)))
