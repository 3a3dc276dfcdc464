"""Counts the old results down while it writes the answer."""


def clear_tool_results(
    messages, keep_recent=3, tools=("Read", "Grep", "Bash"), placeholder="[Old tool result content cleared]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent} and must not be negative")
    total = sum(_is_result(block) for message in messages for block in _blocks(message))
    spoken = [i for i, message in enumerate(messages) if message["role"] == "assistant"]
    left = total - keep_recent
    answer, cleared, previous = [], 0, {}
    for i, message in enumerate(messages):
        new = []
        for block in _blocks(message):
            if _is_result(block):
                left -= 1
                if left >= 0 and i < spoken[-1] and _clearable(block, previous, tools, len(placeholder)):
                    block = block | {"content": placeholder}
                    cleared += 1
            new.append(block)
        answer.append(message | {"content": new} if new else message)
        previous = {block["id"]: block["name"] for block in _blocks(message) if block["type"] == "tool_use"}
    return {"messages": answer, "cleared": cleared}


def _blocks(message):
    content = message.get("content")
    return content if isinstance(content, list) else []


def _is_result(block):
    return block["type"] == "tool_result"


def _clearable(block, names, tools, shortest):
    parts = block.get("content") or []
    parts = [{"type": "text", "text": parts}] if isinstance(parts, str) else parts
    if block.get("is_error") or any(part["type"] != "text" for part in parts):
        return False
    text = "".join(part["text"] for part in parts)
    wanted = tools is None or names[block["tool_use_id"]] in tools
    return wanted and len(text) > shortest and not text.startswith("<persisted-output")
