"""Steps one further left, to the message before the call."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    moved = False
    while 0 < start < len(messages) and messages[start].get("role") == "tool":
        start, moved = start - 1, True
    return max(0, start - moved)
