"""Leaves the results that the model has not read yet."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    last = max((i for i, m in enumerate(messages) if m["role"] == "assistant"), default=len(messages))
    kept = []
    for index, message in enumerate(messages):
        content = message.get("content")
        if message["role"] == "tool" and index < last and isinstance(content, str):
            if not content.startswith("<persisted-output"):
                message = {**message, "content": truncate(content, max_length, marker)}
        kept.append(message)
    return kept
