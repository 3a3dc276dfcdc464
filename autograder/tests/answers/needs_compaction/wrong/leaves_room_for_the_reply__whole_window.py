"""Compares with the whole window, as if the reply took no room."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    input_budget(window, max_output, buffer)
    return estimate_messages(messages) > window
