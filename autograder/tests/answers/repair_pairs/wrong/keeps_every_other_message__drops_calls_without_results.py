"""Takes calls out that have no result, and their message with the last of them."""


def repair_pairs(messages):
    repaired, removed, i = [], 0, 0
    while i < len(messages):
        message = messages[i]
        i += 1
        if message.get("role") == "tool":
            removed += 1
            continue
        calls = message.get("tool_calls") or []
        results = []
        while calls and i < len(messages) and messages[i].get("role") == "tool":
            results.append(messages[i])
            i += 1
        answered, kept = [], []
        for call in calls:
            match = next((r for r in results if r.get("tool_call_id") == call["id"]), None)
            if match is not None:
                results.remove(match)
                answered.append(call)
                kept.append(match)
        removed += len(results)
        if not calls:
            repaired.append(message)
        elif answered:
            repaired += [{**message, "tool_calls": answered}, *kept]
    return {"messages": repaired, "removed": removed, "added": 0}
