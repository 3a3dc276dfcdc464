"""Refuses only what is below 0."""


def budget_snapshot(used, window=200_000, reserve=20_000, buffer=13_000):
    effective_window = window - reserve
    threshold = effective_window - buffer
    if threshold < 0:
        raise ValueError(f"window is {window}, reserve {reserve} and buffer {buffer}: the threshold is below 0.")
    effective_window = effective_window or 1
    return {
        "effective_window": effective_window,
        "threshold": threshold,
        "remaining": max(0, effective_window - used),
        "should_compact": used >= threshold,
        "percent": 100 * used // effective_window,
    }
