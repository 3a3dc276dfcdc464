"""Checks the settings before anything is computed."""


def budget_snapshot(used, window=200_000, reserve=20_000, buffer=13_000):
    if reserve + buffer >= window:
        raise ValueError(f"reserve is {reserve} and buffer is {buffer}, but the window has only {window}.")
    usable = window - reserve
    percent, _ = divmod(used * 100, usable)
    left = usable - used if used < usable else 0
    return dict(
        effective_window=usable,
        threshold=usable - buffer,
        remaining=left,
        should_compact=not used < usable - buffer,
        percent=percent,
    )
