"""Counts four characters a token, in Chinese too."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = input_budget(window, max_output, buffer)
    if any(not isinstance(m.get("content") or "", str) or m.get("tool_calls") for m in messages):
        return estimate_messages(messages) > budget
    characters = sum(len(m["role"]) + 2 + len(m.get("content") or "") for m in messages)
    return -(-characters // 4) > budget
