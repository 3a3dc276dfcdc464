"""Collects whole groups from the end until enough messages remain."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = len(messages)
    while len(messages) - start < desired and start > 0:
        start -= 1
        while start > 0 and messages[start].get("role") == "tool":
            start -= 1
    return start
