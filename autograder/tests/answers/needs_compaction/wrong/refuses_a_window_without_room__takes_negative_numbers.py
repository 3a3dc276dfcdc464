"""Leaves the checks to the budget, to which a negative buffer is a gift."""


def needs_compaction(messages, window, max_output, buffer=512):
    budget = window - max_output - buffer
    if budget <= 0:
        raise ValueError(f"window is {window}, which leaves {budget}.")
    return estimate_messages(messages) > budget
