"""Goes over all results of the batch for each of its calls."""


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
            place = next((k for k, r in enumerate(results) if r.get("tool_call_id") == call["id"]), None)
            if place is not None:
                repaired.append(results.pop(place))
            elif i < len(messages):
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
        removed += len(results)
    return {"messages": repaired, "removed": removed, "added": added}
