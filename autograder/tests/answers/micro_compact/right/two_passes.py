"""Decides first which indices go, then writes the answer."""


def micro_compact(
    messages, keep_recent=3, tools=None, placeholder="[Earlier tool result compacted. Re-run if needed.]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}, not 0 or more")
    going = set(_going(messages, keep_recent, tools, len(placeholder)))
    answer = [{**m, "content": placeholder} if i in going else m for i, m in enumerate(messages)]
    return {"messages": answer, "cleared": len(going)}


def _going(messages, keep_recent, tools, shortest):
    results = [i for i, m in enumerate(messages) if m["role"] == "tool"]
    last = max([i for i, m in enumerate(messages) if m["role"] == "assistant"] or [0])
    for position, i in enumerate(results):
        content = messages[i]["content"]
        if position >= len(results) - keep_recent or i > last or not isinstance(content, str):
            continue
        if len(content) <= shortest or content.startswith("<persisted-output"):
            continue
        if tools is None or _tool(messages, i) in tools:
            yield i


def _tool(messages, index):
    head = index
    while messages[head]["role"] == "tool":
        head -= 1
    return {call["id"]: call["function"]["name"] for call in messages[head]["tool_calls"]}[messages[index]["tool_call_id"]]
