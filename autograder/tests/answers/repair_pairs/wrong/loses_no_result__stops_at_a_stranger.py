"""Takes a batch to end at the first result that is not its own."""


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
        while ids and i < len(messages) and messages[i].get("tool_call_id") in ids:
            results.append(messages[i])
            i += 1
        running = all(each.get("role") == "tool" for each in messages[i:])
        for id in ids:
            match = next((r for r in results if r["tool_call_id"] == id), None)
            if match is not None:
                results.remove(match)
                repaired.append(match)
            elif not running:
                repaired.append({"role": "tool", "tool_call_id": id, "content": "no result"})
                added += 1
        removed += len(results)
    return {"messages": repaired, "removed": removed, "added": added}
