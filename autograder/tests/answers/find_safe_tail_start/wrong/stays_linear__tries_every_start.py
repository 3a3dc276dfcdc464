"""Tries each start from the front and checks the whole tail for it."""


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    def safe(start):
        waiting = set()
        for message in messages[start:]:
            if message.get("tool_calls"):
                waiting = {each["id"] for each in message["tool_calls"]}
            elif message.get("role") == "tool":
                if message["tool_call_id"] not in waiting:
                    return False
            else:
                waiting = set()
        return True

    return max(s for s in range(len(messages) + 1) if len(messages) - s >= min(desired, len(messages)) and safe(s))
