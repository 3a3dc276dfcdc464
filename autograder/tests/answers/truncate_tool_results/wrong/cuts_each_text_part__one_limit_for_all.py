"""Lets all parts together have max_length characters."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(content):
        if isinstance(content, list):
            text = "".join(part["text"] for part in content if part["type"] == "text")
            if text.startswith("<persisted-output"):
                return content
            room, parts = max_length, []
            for part in content:
                if part["type"] == "text":
                    part = {**part, "text": truncate(part["text"], room, marker)}
                    room -= len(part["text"])
                parts.append(part)
            return parts
        if content is None or content.startswith("<persisted-output"):
            return content
        return truncate(content, max_length, marker)

    return [{**m, "content": cut(m["content"])} if m["role"] == "tool" else m for m in messages]
