"""Collects the results first, and replaces those that go."""


def clear_tool_results(
    messages, keep_recent=3, tools=("Read", "Grep", "Bash"), placeholder="[Old tool result content cleared]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}: use 0 or more")
    found = []
    read = False
    for i in range(len(messages) - 1, -1, -1):
        if messages[i]["role"] == "assistant":
            read = True
        content = messages[i].get("content")
        if not isinstance(content, list):
            continue
        for k in range(len(content) - 1, -1, -1):
            if content[k]["type"] == "tool_result":
                found.append((i, k, read))
    answer, cleared = list(messages), 0
    for i, k, read in found[keep_recent:]:
        block = answer[i]["content"][k]
        if read and _may_go(block, messages[i - 1], tools, placeholder):
            blocks = list(answer[i]["content"])
            blocks[k] = dict(block, content=placeholder)
            answer[i] = dict(answer[i], content=blocks)
            cleared += 1
    return {"messages": answer, "cleared": cleared}


def _may_go(block, before, tools, placeholder):
    if block.get("is_error"):
        return False
    if tools is not None:
        name = next(b["name"] for b in before["content"] if b["type"] == "tool_use" and b["id"] == block["tool_use_id"])
        if name not in tools:
            return False
    content = block.get("content") or ""
    if isinstance(content, list):
        if any(part["type"] != "text" for part in content):
            return False
        content = "".join(part["text"] for part in content)
    return len(content) > len(placeholder) and content[:17] != "<persisted-output"
