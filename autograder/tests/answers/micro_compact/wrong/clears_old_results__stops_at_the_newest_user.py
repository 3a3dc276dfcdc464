"""Clears only what came before the newest user message."""


def micro_compact(
    messages, keep_recent=3, tools=None, placeholder="[Earlier tool result compacted. Re-run if needed.]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}, but it must be 0 or more.")
    results = [i for i, message in enumerate(messages) if message["role"] == "tool"]
    old = set(results[: max(0, len(results) - keep_recent)])
    last = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    newest_user = max((i for i, message in enumerate(messages) if message["role"] == "user"), default=-1)
    kept, names, cleared = [], {}, 0
    for index, message in enumerate(messages):
        for call in message.get("tool_calls") or []:
            names[call["id"]] = call["function"]["name"]
        content = message.get("content")
        if (
            index in old
            and index < last
            and index <= newest_user
            and isinstance(content, str)
            and not content.startswith("<persisted-output")
            and len(content) > len(placeholder)
            and (tools is None or names[message["tool_call_id"]] in tools)
        ):
            message = {**message, "content": placeholder}
            cleared += 1
        kept.append(message)
    return {"messages": kept, "cleared": cleared}
