"""Adds what is needed, and compares it with the window."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    input_budget(window, max_output, buffer)
    needed = estimate_messages(messages) + max_output + buffer
    if needed > window:
        return True
    return False
