"""Takes each message from the front of the list that was given, until nothing is left there."""


def repair_pairs(messages):
    repaired, removed, added = [], 0, 0
    while messages:
        message = messages.pop(0)
        if message.get("role") == "tool":
            removed += 1
            continue
        repaired.append(message)
        calls = message.get("tool_calls") or []
        waiting = {}
        while calls and messages and messages[0].get("role") == "tool":
            result = messages.pop(0)
            waiting.setdefault(result.get("tool_call_id"), []).append(result)
        for call in calls:
            if waiting.get(call["id"]):
                repaired.append(waiting[call["id"]].pop(0))
            elif messages:
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
        removed += sum(map(len, waiting.values()))
    return {"messages": repaired, "removed": removed, "added": added}
