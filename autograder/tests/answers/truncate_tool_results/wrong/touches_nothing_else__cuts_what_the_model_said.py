"""Cuts the assistant's long answers as well."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    kept = []
    for message in messages:
        content = message.get("content")
        if message["role"] in ("tool", "assistant") and isinstance(content, str):
            if not content.startswith("<persisted-output"):
                message = {**message, "content": truncate(content, max_length, marker)}
        elif message["role"] == "tool" and content:
            if not (content[0].get("text") or "").startswith("<persisted-output"):
                parts = [{**p, "text": truncate(p["text"], max_length, marker)} if p["type"] == "text" else p for p in content]
                message = {**message, "content": parts}
        kept.append(message)
    return kept
