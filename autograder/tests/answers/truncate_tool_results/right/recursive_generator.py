"""Yields message after message."""


from autograder.lab import text_of


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}: it must be 0 or more")
    return list(_cut(messages, max_length, marker))


def _cut(messages, max_length, marker):
    for message in messages:
        is_result = message["role"] == "tool" and message.get("content")
        if is_result and not text_of(message).startswith("<persisted-output"):
            message = {**message, "content": _content(message["content"], max_length, marker)}
        yield message


def _content(content, max_length, marker):
    if isinstance(content, str):
        return truncate(content, max_length, marker)
    if isinstance(content, dict):
        return {**content, "text": truncate(content["text"], max_length, marker)} if content["type"] == "text" else content
    return [_content(part, max_length, marker) for part in content]
