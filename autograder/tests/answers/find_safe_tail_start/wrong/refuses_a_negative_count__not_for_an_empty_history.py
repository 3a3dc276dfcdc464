"""Answers for an empty history before it looks at the arguments."""


def find_safe_tail_start(messages, desired):
    if not messages:
        return 0
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    while 0 < start < len(messages) and messages[start].get("role") == "tool":
        start -= 1
    return start
