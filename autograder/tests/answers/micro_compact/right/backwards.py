"""Goes from the end to the start and counts results on the way."""


def micro_compact(
    messages, keep_recent=3, tools=None, placeholder="[Earlier tool result compacted. Re-run if needed.]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}: it cannot be below 0")
    answer, seen, unread, cleared = list(messages), 0, True, 0
    names = _names(messages)
    for index in reversed(range(len(messages))):
        message = messages[index]
        if message["role"] == "assistant":
            unread = False
        if message["role"] != "tool":
            continue
        seen += 1
        content = message.get("content")
        if seen <= keep_recent or unread or not isinstance(content, str):
            continue
        if content.startswith("<persisted-output") or len(content) <= len(placeholder):
            continue
        if tools is not None and names[index] not in tools:
            continue
        answer[index] = dict(message, content=placeholder)
        cleared += 1
    return {"messages": answer, "cleared": cleared}


def _names(messages):
    found, calls = {}, []
    for index, message in enumerate(messages):
        calls = message.get("tool_calls") or calls
        if message["role"] == "tool":
            found[index] = next(c["function"]["name"] for c in calls if c["id"] == message["tool_call_id"])
    return found
