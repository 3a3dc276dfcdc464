"""Writes the cut out, without truncate."""


from autograder.lab import text_of


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}: it must be 0 or more")

    def cut(text):
        if len(text) <= max_length:
            return text
        ending = marker[:max_length]
        return text[: max_length - len(ending)] + ending

    def part_cut(part):
        return dict(part, text=cut(part["text"])) if part["type"] == "text" else part

    def content_cut(content):
        return cut(content) if isinstance(content, str) else list(map(part_cut, content))

    return [
        dict(m, content=content_cut(m["content"]))
        if m["role"] == "tool" and m.get("content") is not None and not text_of(m).startswith("<persisted-output")
        else dict(m)
        for m in messages
    ]
