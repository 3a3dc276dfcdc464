"""Cuts text only, and lets a list of parts through."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    return [
        {**m, "content": truncate(m["content"], max_length, marker)}
        if m["role"] == "tool" and isinstance(m["content"], str) and not m["content"].startswith("<persisted-output")
        else m
        for m in messages
    ]
