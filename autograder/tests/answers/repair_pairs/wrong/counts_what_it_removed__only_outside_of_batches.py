"""Counts the orphans between batches, and forgets those inside."""

from collections import defaultdict, deque


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
        waiting = defaultdict(deque)
        while calls and i < len(messages) and messages[i].get("role") == "tool":
            waiting[messages[i].get("tool_call_id")].append(messages[i])
            i += 1
        for call in calls:
            if waiting[call["id"]]:
                repaired.append(waiting[call["id"]].popleft())
            elif i < len(messages):
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                added += 1
    return {"messages": repaired, "removed": removed, "added": added}
