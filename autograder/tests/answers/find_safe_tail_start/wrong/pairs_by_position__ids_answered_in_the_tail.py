"""Takes a tail for safe when every id of its results is called somewhere in it."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    for start in range(max(0, len(messages) - desired), -1, -1):
        tail = messages[start : start + 8]
        called = {each["id"] for message in tail for each in message.get("tool_calls") or []}
        if start == len(messages) or not messages[start].get("tool_call_id") or messages[start]["tool_call_id"] in called:
            return start
    return 0
