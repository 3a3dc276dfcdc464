"""Takes out the results that a cut left at the front, and no others."""


def repair_pairs(messages):
    start = 0
    while start < len(messages) and messages[start].get("role") == "tool":
        start += 1
    repaired, added, i = [], 0, start
    while i < len(messages):
        message = messages[i]
        repaired.append(message)
        i += 1
        calls = message.get("tool_calls") or []
        results = []
        while calls and i < len(messages) and messages[i].get("role") == "tool":
            results.append(messages[i])
            i += 1
        for call in calls:
            match = next((r for r in results if r.get("tool_call_id") == call["id"]), None)
            if match is not None:
                results.remove(match)
                repaired.append(match)
            elif i < len(messages):
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
        repaired += results
    return {"messages": repaired, "removed": start, "added": added}
