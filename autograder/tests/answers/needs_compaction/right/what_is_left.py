"""Asks whether less than nothing is left."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = input_budget(window=window, max_output=max_output, buffer=buffer)
    left = budget - estimate_messages(list(messages))
    return not left >= 0
