"""Adds up one estimate a message, each rounded up."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = input_budget(window, max_output, buffer)
    return sum(estimate_messages([message]) for message in messages) > budget
