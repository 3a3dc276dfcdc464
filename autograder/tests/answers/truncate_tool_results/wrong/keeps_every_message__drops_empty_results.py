"""Takes a result that was cut to nothing out of the list."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    kept = []
    for message in messages:
        content = message.get("content")
        if message["role"] == "tool" and isinstance(content, str) and not content.startswith("<persisted-output"):
            content = truncate(content, max_length, marker)
            if not content:
                continue
            message = {**message, "content": content}
        kept.append(message)
    return kept
