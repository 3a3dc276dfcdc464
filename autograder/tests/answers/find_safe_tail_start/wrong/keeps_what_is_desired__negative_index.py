"""Lets the start go below zero and wraps it round to the end."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = len(messages) - desired
    if start < 0:
        start = len(messages) + start if start + len(messages) > 0 else 0
    while 0 < start < len(messages) and messages[start].get("role") == "tool":
        start -= 1
    return start
