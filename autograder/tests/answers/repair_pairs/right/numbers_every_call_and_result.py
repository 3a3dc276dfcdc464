"""Gives every call and every result a key of batch, id and turn, and joins them like two tables."""

from collections import Counter


def repair_pairs(messages):
    batch, turns, results = None, Counter(), {}
    for index, message in enumerate(messages):
        if message.get("role") == "tool":
            id = message.get("tool_call_id")
            results[batch, id, turns[id]] = message
            turns[id] += 1
        else:
            batch, turns = index, Counter()
    last, repaired, used, added = batch, [], 0, 0
    for index, message in enumerate(messages):
        if message.get("role") == "tool":
            continue
        repaired.append(message)
        turns = Counter()
        for call in message.get("tool_calls") or []:
            key = index, call["id"], turns[call["id"]]
            turns[call["id"]] += 1
            if key in results:
                repaired.append(results[key])
                used += 1
            elif index != last:
                text = [{"type": "text", "text": "The tool was stopped before it answered."}]
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": text})
                added += 1
    return {"messages": repaired, "removed": len(results) - used, "added": added}
