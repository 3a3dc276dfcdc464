"""Brings a result that stands behind the user's message back to its call."""

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    inside = {i for start, batch in batches.items() for i in range(start + 1, batch.end)}
    late = {m.get("tool_call_id"): m for i, m in enumerate(messages) if m.get("role") == "tool" and i not in inside}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            results = messages[i + 1 : batches[i].end]
            for call in message["tool_calls"]:
                match = next((r for r in results if r.get("tool_call_id") == call["id"]), None)
                if match is not None:
                    results.remove(match)
                    repaired.append(match)
                elif call["id"] in late:
                    repaired.append(late.pop(call["id"]))
                elif batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
