"""Copies everything, then writes into the copy."""

import copy


def micro_compact(
    messages, keep_recent=3, tools=None, placeholder="[Earlier tool result compacted. Re-run if needed.]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}: use 0 or more")
    messages = copy.deepcopy(messages)
    results, name_of, calls = [], {}, {}
    for message in messages:
        if message.get("tool_calls"):
            calls = {call["id"]: call["function"]["name"] for call in message["tool_calls"]}
        elif message["role"] == "tool":
            results.append(message)
            name_of[id(message)] = calls[message["tool_call_id"]]
    unread = set()
    for message in reversed(messages):
        if message["role"] == "assistant":
            break
        unread.add(id(message))
    newest = {id(message) for message in results[len(results) - min(keep_recent, len(results)) :]}
    cleared = 0
    for message in results:
        content = message["content"]
        if id(message) in newest | unread or not isinstance(content, str):
            continue
        if content[:17] == "<persisted-output" or len(content) <= len(placeholder):
            continue
        if tools is None or name_of[id(message)] in tools:
            message["content"] = placeholder
            cleared += 1
    return {"messages": messages, "cleared": cleared}
