"""Calls truncate without the marker that was given."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    kept = []
    for message in messages:
        content = message.get("content")
        if message["role"] == "tool" and isinstance(content, str) and not content.startswith("<persisted-output"):
            message = {**message, "content": truncate(content, max_length)}
        kept.append(message)
    return kept
