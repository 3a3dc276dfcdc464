"""Asks a list of parts how it begins, and falls."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(content):
        if content is None or content.startswith("<persisted-output"):
            return content
        return truncate(content, max_length, marker)

    return [{**m, "content": cut(m["content"])} if m["role"] == "tool" else m for m in messages]
