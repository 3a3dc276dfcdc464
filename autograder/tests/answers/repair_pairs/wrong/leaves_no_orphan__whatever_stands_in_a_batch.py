"""Keeps every result directly behind calls, whatever its id."""


def repair_pairs(messages):
    repaired, removed, added, i = [], 0, 0, 0
    while i < len(messages):
        message = messages[i]
        i += 1
        if message.get("role") == "tool":
            removed += 1
            continue
        repaired.append(message)
        ids = [call["id"] for call in message.get("tool_calls") or []]
        results = []
        while ids and i < len(messages) and messages[i].get("role") == "tool":
            results.append(messages[i])
            i += 1
        for id in ids:
            match = next((r for r in results if r.get("tool_call_id") == id), None)
            if match is not None:
                results.remove(match)
                repaired.append(match)
            elif i < len(messages):
                repaired.append({"role": "tool", "tool_call_id": id, "content": "no result"})
                added += 1
        repaired += results
    return {"messages": repaired, "removed": removed, "added": added}
