"""Steps left one message at a time, and looks through the whole tail at each step."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    while 0 < start < len(messages):
        calls = 0
        for message in messages[start:]:
            calls += len(message.get("tool_calls") or ())
        if messages[start].get("role") != "tool":
            break
        start -= 1
    return start
