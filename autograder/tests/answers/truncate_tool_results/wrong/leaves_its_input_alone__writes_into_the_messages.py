"""Copies the list, but writes into the caller's messages."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    kept = list(messages)
    for message in kept:
        content = message.get("content")
        if message["role"] != "tool" or content is None:
            continue
        if isinstance(content, str):
            if not content.startswith("<persisted-output"):
                message["content"] = truncate(content, max_length, marker)
        elif not (content and (content[0].get("text") or "").startswith("<persisted-output")):
            message["content"] = [
                {**p, "text": truncate(p["text"], max_length, marker)} if p["type"] == "text" else p for p in content
            ]
    return kept
