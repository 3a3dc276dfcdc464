"""Turns the caller's list round to count from its end, and leaves it so."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    cut = max(0, len(messages) - desired)
    messages.reverse()
    back = len(messages) - 1 - cut
    while 0 <= back < len(messages) - 1 and messages[back].get("role") == "tool":
        back += 1
    return len(messages) - 1 - back
