"""Keeps every result that has the id of a call, the second one too."""

from collections import defaultdict

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            results = defaultdict(list)
            for result in messages[i + 1 : batches[i].end]:
                results[result.get("tool_call_id")].append(result)
            for call in message["tool_calls"]:
                found = results.pop(call["id"], [])
                repaired += found
                if not found and batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
