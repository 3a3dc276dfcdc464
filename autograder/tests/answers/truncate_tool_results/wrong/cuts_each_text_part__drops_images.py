"""Keeps text parts only."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(content):
        if isinstance(content, list):
            texts = [part for part in content if part["type"] == "text"]
            if texts and texts[0]["text"].startswith("<persisted-output"):
                return content
            return [{**part, "text": truncate(part["text"], max_length, marker)} for part in texts]
        if content is None or content.startswith("<persisted-output"):
            return content
        return truncate(content, max_length, marker)

    return [{**m, "content": cut(m["content"])} if m["role"] == "tool" else m for m in messages]
