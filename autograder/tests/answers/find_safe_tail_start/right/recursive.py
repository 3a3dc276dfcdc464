"""Moves left by recursion in steps of one, on the reversed history."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    cut = max(0, len(messages) - desired)
    back = next((n for n, m in enumerate(reversed(messages[: cut + 1])) if m.get("role") != "tool"), 0)
    return cut if cut == len(messages) else cut - back
