"""Looks for a handle in each part alone, and cuts what stands behind it."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(text):
        return text if text.startswith("<persisted-output") else truncate(text, max_length, marker)

    def cut_content(content):
        if isinstance(content, list):
            if not (content and (content[0].get("text") or "").startswith("<persisted-output")):
                return [{**p, "text": truncate(p["text"], max_length, marker)} if p["type"] == "text" else p for p in content]
            return [{**p, "text": cut(p["text"])} if p["type"] == "text" else p for p in content]
        return None if content is None else cut(content)

    return [{**m, "content": cut_content(m["content"])} if m["role"] == "tool" else m for m in messages]
