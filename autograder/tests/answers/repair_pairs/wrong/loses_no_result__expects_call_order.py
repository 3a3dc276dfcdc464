"""Compares the results with the calls one by one, and takes what does not fit for an orphan."""


def repair_pairs(messages):
    repaired, removed, added, i = [], 0, 0, 0
    while i < len(messages):
        message = messages[i]
        i += 1
        if message.get("role") == "tool":
            removed += 1
            continue
        repaired.append(message)
        calls = message.get("tool_calls") or []
        results = []
        while calls and i < len(messages) and messages[i].get("role") == "tool":
            results.append(messages[i])
            i += 1
        for call in calls:
            while results and results[0].get("tool_call_id") != call["id"] and call is calls[-1]:
                results.pop(0)
                removed += 1
            if results and results[0].get("tool_call_id") == call["id"]:
                repaired.append(results.pop(0))
            elif i < len(messages):
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
        removed += len(results)
    return {"messages": repaired, "removed": removed, "added": added}
