"""Fills the dict in entry by entry, in another order."""


def budget_snapshot(used, window=200_000, reserve=20_000, buffer=13_000):
    snapshot = {"percent": 0}
    snapshot["effective_window"] = window - reserve
    snapshot["threshold"] = snapshot["effective_window"] - buffer
    if snapshot["threshold"] < 1:
        raise ValueError(f"the threshold would be {snapshot['threshold']}: window is {window}")
    snapshot["remaining"] = max(snapshot["effective_window"] - used, 0)
    snapshot["should_compact"] = snapshot["threshold"] <= used
    snapshot["percent"] = (used * 100) // snapshot["effective_window"]
    return snapshot
