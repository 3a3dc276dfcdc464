"""Counts a result that moved inside its batch as one that went and came."""

from collections import defaultdict, deque

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added, moved = [], 0, 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            results = messages[i + 1 : batches[i].end]
            waiting = defaultdict(deque)
            for result in results:
                waiting[result.get("tool_call_id")].append(result)
            for place, call in enumerate(message["tool_calls"]):
                if waiting[call["id"]]:
                    result = waiting[call["id"]].popleft()
                    moved += result is not results[min(place, len(results) - 1)]
                    repaired.append(result)
                elif batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
    removed = len(messages) + added - len(repaired)
    return {"messages": repaired, "removed": removed + moved, "added": added + moved}
