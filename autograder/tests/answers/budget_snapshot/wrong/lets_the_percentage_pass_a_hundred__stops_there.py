"""Stops at 100."""


def budget_snapshot(used, window=200_000, reserve=20_000, buffer=13_000):
    effective_window = window - reserve
    threshold = effective_window - buffer
    real = window - reserve - buffer
    if real <= 0:
        raise ValueError(f"window is {window}, reserve {reserve} and buffer {buffer}: there is no threshold above 0.")
    return {
        "effective_window": effective_window,
        "threshold": threshold,
        "remaining": max(0, effective_window - used),
        "should_compact": used >= threshold,
        "percent": min(100, 100 * used // effective_window),
    }
