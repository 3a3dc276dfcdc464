"""Cuts what anybody said."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")
    kept = []
    for message in messages:
        content = message.get("content")
        if isinstance(content, str) and not content.startswith("<persisted-output"):
            content = truncate(content, max_length, marker)
        elif isinstance(content, list) and not (content and (content[0].get("text") or "").startswith("<persisted-output")):
            content = [{**p, "text": truncate(p["text"], max_length, marker)} if p["type"] == "text" else p for p in content]
        kept.append({**message, "content": content} if "content" in message else message)
    return kept
