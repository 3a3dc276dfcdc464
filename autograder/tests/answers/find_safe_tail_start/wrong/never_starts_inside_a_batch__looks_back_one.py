"""Looks one message back for the call: right for one call at a time, wrong for parallel ones."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    if 0 < start < len(messages) and messages[start - 1].get("tool_calls"):
        start -= 1
    return start
