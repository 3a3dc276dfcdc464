"""Looks the call up by its id, from the start."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    start = max(0, len(messages) - desired)
    if 0 < start < len(messages) and messages[start].get("role") == "tool":
        wanted = messages[start]["tool_call_id"]
        for index, message in enumerate(messages):
            if any(each["id"] == wanted for each in message.get("tool_calls") or []):
                return index
    return start
