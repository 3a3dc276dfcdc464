"""Gives every message a name before it counts, in the caller's own dicts."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = input_budget(window, max_output, buffer)
    for message in messages:
        message.setdefault("name", "")
    return estimate_messages(messages) > budget
