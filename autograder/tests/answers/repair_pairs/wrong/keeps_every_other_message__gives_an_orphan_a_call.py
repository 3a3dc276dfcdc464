"""Writes a call for each orphan instead of taking the orphan out."""


def repair_pairs(messages):
    repaired, added, i = [], 0, 0
    while i < len(messages):
        message = messages[i]
        i += 1
        if message.get("role") == "tool":
            id = message.get("tool_call_id") or "lost"
            call = {"id": id, "type": "function", "function": {"name": "unknown", "arguments": "{}"}}
            repaired += [{"role": "assistant", "content": None, "tool_calls": [call]}, message]
            added += 1
            continue
        repaired.append(message)
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
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
