"""Hands the caller's list back where nothing is too long."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(content):
        if isinstance(content, list):
            if content and (content[0].get("text") or "").startswith("<persisted-output"):
                return content
            return [{**p, "text": truncate(p["text"], max_length, marker)} if p["type"] == "text" else p for p in content]
        if content is None or content.startswith("<persisted-output"):
            return content
        return truncate(content, max_length, marker)

    kept = [{**m, "content": cut(m["content"])} if m["role"] == "tool" else m for m in messages]
    return messages if kept == messages else kept
