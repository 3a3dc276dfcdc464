"""Takes a different way for each kind of content."""


HANDLE = "<persisted-output"


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}: it must be 0 or more")
    kept = []
    for message in messages:
        content = message.get("content")
        if message.get("role") == "tool" and isinstance(content, str) and not content.startswith(HANDLE):
            kept.append(message | {"content": truncate(content, max_length, marker)})
        elif message.get("role") == "tool" and isinstance(content, list):
            texts = [part for part in content if part["type"] == "text"]
            if "".join(part["text"] for part in texts).startswith(HANDLE):
                kept.append(message)
            else:
                parts = [dict(part) for part in content]
                for part in parts:
                    if part["type"] == "text":
                        part["text"] = truncate(part["text"], max_length, marker)
                kept.append(message | {"content": parts})
        else:
            kept.append(message)
    return kept
