"""Cuts the first text part and leaves the others."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(content):
        if isinstance(content, list):
            if content and content[0]["type"] == "text" and not content[0]["text"].startswith("<persisted-output"):
                return [{**content[0], "text": truncate(content[0]["text"], max_length, marker)}, *content[1:]]
            return list(content)
        if content is None or content.startswith("<persisted-output"):
            return content
        return truncate(content, max_length, marker)

    return [{**m, "content": cut(m["content"])} if m["role"] == "tool" else m for m in messages]
