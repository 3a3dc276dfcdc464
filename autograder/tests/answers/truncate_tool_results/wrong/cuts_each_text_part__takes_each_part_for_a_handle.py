"""Asks each part, and not the whole result, whether it is a handle."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(text):
        return text if text.startswith("<persisted-output") else truncate(text, max_length, marker)

    kept = []
    for message in messages:
        content = message.get("content")
        if message["role"] == "tool" and isinstance(content, str):
            message = {**message, "content": cut(content)}
        elif message["role"] == "tool" and isinstance(content, list):
            parts = [{**part, "text": cut(part["text"])} if part["type"] == "text" else part for part in content]
            message = {**message, "content": parts}
        kept.append(message)
    return kept
