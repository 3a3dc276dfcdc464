"""Compares the ids of all calls with those of all results, and never looks where they stand."""


def repair_pairs(messages):
    called = {call["id"] for message in messages for call in message.get("tool_calls") or []}
    answered = {message.get("tool_call_id") for message in messages if message["role"] == "tool"}
    repaired, removed, added = [], 0, 0
    for message in messages:
        if message["role"] == "tool" and message.get("tool_call_id") not in called:
            removed += 1
            continue
        repaired.append(message)
        for call in message.get("tool_calls") or []:
            if call["id"] not in answered:
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
    return {"messages": repaired, "removed": removed, "added": added}
