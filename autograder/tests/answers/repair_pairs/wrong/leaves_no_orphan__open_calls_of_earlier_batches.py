"""Lets a result answer a call of an earlier batch that is still open."""

from collections import Counter


def repair_pairs(messages):
    open_calls, kept, removed = Counter(), [], 0
    in_batch = False
    for message in messages:
        if message.get("role") == "tool":
            id = message.get("tool_call_id")
            if not in_batch or not open_calls[id]:
                removed += 1
                continue
            open_calls[id] -= 1
        else:
            calls = message.get("tool_calls") or []
            open_calls.update(call["id"] for call in calls)
            in_batch = bool(calls)
        kept.append(message)
    repaired, added, i = [], 0, 0
    while i < len(kept):
        message = kept[i]
        repaired.append(message)
        i += 1
        results = []
        while i < len(kept) and kept[i].get("role") == "tool":
            results.append(kept[i])
            i += 1
        for call in message.get("tool_calls") or []:
            match = next((r for r in results if r["tool_call_id"] == call["id"]), None)
            if match is not None:
                results.remove(match)
                repaired.append(match)
            elif i < len(kept):
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
        repaired += results
    return {"messages": repaired, "removed": removed, "added": added}
