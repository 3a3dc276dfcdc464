"""Sorts results by the first call with their id, so that those of a doubled call stand together."""

from autograder.lab import call_ids, find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            batch, ids, foreign = batches[i], call_ids(message), set(batches[i].foreign)
            results = [messages[place] for place in range(i + 1, batch.end) if place not in foreign]
            if batch.end < len(messages):
                results += [{"role": "tool", "tool_call_id": id, "content": "no result"} for id in batch.missing]
                added += len(batch.missing)
            first = {id: -place for place, id in enumerate(reversed(ids))}
            repaired += sorted(results, key=lambda result: first[result["tool_call_id"]])
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
