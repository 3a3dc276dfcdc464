"""Writes its own words over a result that says nothing."""

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, removed, added = [], 0, 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        elif not message.get("content"):
            removed += 1
        if i in batches:
            results = messages[i + 1 : batches[i].end]
            for call in message["tool_calls"]:
                match = next((r for r in results if r.get("tool_call_id") == call["id"]), None)
                if match is not None:
                    results.remove(match)
                if match is not None and match.get("content"):
                    repaired.append(match)
                elif batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
