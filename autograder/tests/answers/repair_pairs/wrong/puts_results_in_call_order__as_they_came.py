"""Leaves results in the order in which they came."""

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    orphans = {i for i, message in enumerate(messages) if message.get("role") == "tool"}
    for batch in batches.values():
        orphans -= {i for i in range(batch.start + 1, batch.end) if i not in batch.foreign}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if i not in orphans:
            repaired.append(message)
        for batch in (each for each in (batches.get(i),) if each is not None):
            if batch.end < len(messages):
                new = [{"role": "tool", "tool_call_id": id, "content": "no result"} for id in batch.missing]
                repaired += new
                added += len(new)
    return {"messages": repaired, "removed": len(orphans), "added": added}
