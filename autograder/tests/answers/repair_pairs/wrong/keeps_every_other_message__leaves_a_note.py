"""Puts a note for the model where an orphan was."""


def repair_pairs(messages):
    repaired, removed, added, i = [], 0, 0, 0
    while i < len(messages):
        message = messages[i]
        i += 1
        if message.get("role") == "tool":
            repaired.append({"role": "user", "content": "(a tool result was removed here)"})
            removed += 1
            continue
        repaired.append(message)
        calls = message.get("tool_calls") or []
        waiting = {}
        while calls and i < len(messages) and messages[i].get("role") == "tool":
            waiting.setdefault(messages[i].get("tool_call_id"), []).append(messages[i])
            i += 1
        for call in calls:
            if waiting.get(call["id"]):
                repaired.append(waiting[call["id"]].pop(0))
            elif i < len(messages):
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
        removed += sum(map(len, waiting.values()))
    return {"messages": repaired, "removed": removed, "added": added}
