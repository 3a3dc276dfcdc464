"""Keeps every result whose id was called somewhere in the history."""

from autograder.lab import find_batches


def repair_pairs(messages):
    called = {call["id"] for message in messages for call in message.get("tool_calls") or []}
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, removed, added, behind = [], 0, 0, 0
    for i, message in enumerate(messages):
        if i < behind:
            continue
        if message.get("role") == "tool" and message.get("tool_call_id") not in called:
            removed += 1
            continue
        repaired.append(message)
        if i in batches:
            behind = batches[i].end
            results = messages[i + 1 : behind]
            for call in message["tool_calls"]:
                match = next((r for r in results if r.get("tool_call_id") == call["id"]), None)
                if match is not None:
                    results.remove(match)
                    repaired.append(match)
                elif behind < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
            removed += len(results)
    return {"messages": repaired, "removed": removed, "added": added}
