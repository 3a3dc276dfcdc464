"""Gives results to the first call with their id that is still open, in whichever batch."""

from collections import defaultdict, deque

from autograder.lab import call_ids, find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    waiting = defaultdict(deque)
    for batch in batches.values():
        ids = set(call_ids(messages[batch.start]))
        for result in messages[batch.start + 1 : batch.end]:
            if result.get("tool_call_id") in ids:
                waiting[result["tool_call_id"]].append(result)
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            for call in message["tool_calls"]:
                if waiting[call["id"]]:
                    repaired.append(waiting[call["id"]].popleft())
                elif batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
