"""Pops messages off the caller's list until the cut is reached."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    count = 0
    while messages and count < desired:
        messages.pop()
        count += 1
    start = len(messages)
    removed = []
    while count and start > 0 and not messages[start - 1].get("role") == "user":
        removed.append(messages.pop())
        start -= 1
        if removed[-1].get("tool_calls"):
            break
    return start
