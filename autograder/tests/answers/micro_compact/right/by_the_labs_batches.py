"""Asks the lab for the batches."""

from autograder.lab import calls_of, find_batches, is_tool_result, text_of


def micro_compact(
    messages, keep_recent=3, tools=None, placeholder="[Earlier tool result compacted. Re-run if needed.]"
):
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}, below 0")
    answer = [dict(message) for message in messages]
    total = sum(map(is_tool_result, messages))
    spoken = [i for i, message in enumerate(messages) if message["role"] == "assistant"]
    number = cleared = 0
    for batch in find_batches(messages):
        names = {call["id"]: call["function"]["name"] for call in calls_of(messages[batch.start])}
        for index in range(batch.start + 1, batch.end):
            number += 1
            message = answer[index]
            wanted = tools is None or names[message["tool_call_id"]] in tools
            old = number <= total - keep_recent and index < spoken[-1]
            text = message.get("content")
            long = isinstance(text, str) and len(text) > len(placeholder)
            if old and wanted and long and not text_of(message).startswith("<persisted-output"):
                message["content"] = placeholder
                cleared += 1
    return {"messages": answer, "cleared": cleared}
