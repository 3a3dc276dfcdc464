"""Counts every note that is in the history, those of an earlier repair too."""

from collections import defaultdict, deque

from autograder.lab import find_batches

NOTE = "There was no result."


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, orphans = [], sum(message.get("role") == "tool" for message in messages)
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            waiting = defaultdict(deque)
            for result in messages[i + 1 : batches[i].end]:
                waiting[result.get("tool_call_id")].append(result)
            for call in message["tool_calls"]:
                if waiting[call["id"]]:
                    repaired.append(waiting[call["id"]].popleft())
                    orphans -= 1
                elif batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": NOTE})
    added = sum(message.get("content") == NOTE for message in repaired)
    return {"messages": repaired, "removed": orphans, "added": added}
