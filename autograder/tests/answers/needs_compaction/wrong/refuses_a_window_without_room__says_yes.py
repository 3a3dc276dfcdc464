"""Says that compaction is needed where nothing can ever fit."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = window - max_output - buffer
    if budget <= 0:
        return True
    return estimate_messages(messages) > budget
