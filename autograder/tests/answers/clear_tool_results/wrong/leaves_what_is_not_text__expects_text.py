"""Asks a list of blocks how it begins, and falls."""


def clear_tool_results(
    messages, keep_recent=3, tools=("Read", "Grep", "Bash"), placeholder="[Old tool result content cleared]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}, but it must be 0 or more.")

    def blocks_of(message):
        content = message.get("content")
        return content if isinstance(content, list) else []

    places = [
        (i, k)
        for i, message in enumerate(messages)
        for k, block in enumerate(blocks_of(message))
        if block["type"] == "tool_result"
    ]
    old = set(places[: max(0, len(places) - keep_recent)])
    last = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    kept, names, cleared = [], {}, 0
    for i, message in enumerate(messages):
        blocks, changed = [], False
        for k, block in enumerate(blocks_of(message)):
            if block["type"] == "tool_use":
                names[block["id"]] = block["name"]
            if (i, k) in old and i < last and not block.get("is_error"):
                content = block.get("content")
                if (
                    not content.startswith("<persisted-output")
                    and len(content) > len(placeholder)
                    and (tools is None or names[block["tool_use_id"]] in tools)
                ):
                    block = {**block, "content": placeholder}
                    changed = True
                    cleared += 1
            blocks.append(block)
        kept.append({**message, "content": blocks} if changed else message)
    return {"messages": kept, "cleared": cleared}
