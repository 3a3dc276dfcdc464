"""Makes new messages, but writes into the caller's parts."""


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}, but it must be 0 or more.")

    def cut(content):
        if isinstance(content, list):
            if not (content and (content[0].get("text") or "").startswith("<persisted-output")):
                for part in content:
                    if part["type"] == "text":
                        part["text"] = truncate(part["text"], max_length, marker)
            return content
        if content is None or content.startswith("<persisted-output"):
            return content
        return truncate(content, max_length, marker)

    return [{**m, "content": cut(m["content"])} if m["role"] == "tool" else m for m in messages]
