"""Answers the opposite question, whether the history fits."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    return estimate_messages(messages) <= input_budget(window, max_output, buffer)
