"""Counts from the last index instead of the length."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - max(0, desired - 1))
    while 0 < start < len(messages) and messages[start].get("role") == "tool":
        start -= 1
    return start
