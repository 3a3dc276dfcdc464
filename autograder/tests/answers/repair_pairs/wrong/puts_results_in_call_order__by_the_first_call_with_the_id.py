"""Sorts results by the first call with their id, so that those of a doubled call stand together."""

from autograder.lab import call_ids, find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            batch, ids = batches[i], call_ids(message)
            results = [messages[place] for place in range(i + 1, batch.end) if place not in set(batch.foreign)]
            if batch.end < len(messages):
                results += [{"role": "tool", "tool_call_id": id, "content": "no result"} for id in batch.missing]
                added += len(batch.missing)
            repaired += sorted(results, key=lambda result: ids.index(result["tool_call_id"]))
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
