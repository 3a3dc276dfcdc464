"""Asks only whether the tail holds a result whose call is missing, by the first message."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    while 0 < start < len(messages) and messages[start].get("role") == "tool":
        start -= 1
        if messages[start].get("role") == "tool" and messages[start - 1].get("role") == "tool":
            break
    return start
