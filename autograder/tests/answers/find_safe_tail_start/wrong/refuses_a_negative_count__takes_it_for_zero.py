"""Takes a negative number for zero."""


def find_safe_tail_start(messages, desired):
    start = max(0, len(messages) - max(0, desired))
    while 0 < start < len(messages) and messages[start].get("role") == "tool":
        start -= 1
    return start
