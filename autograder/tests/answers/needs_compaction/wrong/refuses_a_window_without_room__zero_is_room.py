"""Refuses a budget below 0, and lets 0 pass."""


def needs_compaction(messages, window, max_output, buffer=512):
    for name, value in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if value < 0:
            raise ValueError(f"{name} is {value}.")
    budget = window - max_output - buffer
    if budget < 0:
        raise ValueError(f"window is {window}, which leaves {budget}.")
    return estimate_messages(messages) > budget
