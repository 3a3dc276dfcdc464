"""Copies everything, then writes into the copy."""

from copy import deepcopy


def clear_tool_results(
    messages, keep_recent=3, tools=("Read", "Grep", "Bash"), placeholder="[Old tool result content cleared]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}, below 0")
    copied = deepcopy(messages)
    results, waiting, calls = [], [], {}
    for message in copied:
        blocks = message["content"] if isinstance(message.get("content"), list) else []
        if message["role"] == "assistant":
            calls = {block["id"]: block["name"] for block in blocks if block["type"] == "tool_use"}
            waiting = []
        for block in blocks:
            if block["type"] == "tool_result":
                results.append((block, calls.get(block["tool_use_id"])))
                waiting.append(id(block))
    spared = {id(block) for block, _ in results[len(results) - min(keep_recent, len(results)) :]} | set(waiting)
    cleared = 0
    for block, name in results:
        text = _text(block.get("content"))
        if id(block) in spared or block.get("is_error") or not (tools is None or name in tools):
            continue
        if text is not None and len(text) > len(placeholder) and not text.startswith("<persisted-output"):
            block["content"] = placeholder
            cleared += 1
    return {"messages": copied, "cleared": cleared}


def _text(content):
    if isinstance(content, list):
        return "".join(part["text"] for part in content) if {part["type"] for part in content} <= {"text"} else None
    return content
