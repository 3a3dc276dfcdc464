"""Moves back to the last user message."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    while 0 < start < len(messages) and messages[start].get("role") != "user":
        start -= 1
    return start
