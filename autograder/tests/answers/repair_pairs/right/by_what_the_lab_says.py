"""Asks the lab which results are foreign and which calls are missing one, and puts the rest in order."""

from autograder.lab import call_ids, find_batches, is_running

LOST = "no result"


def ordered(ids, results):
    places = {}
    for place, id in enumerate(ids):
        places.setdefault(id, []).append(place)
    for free in places.values():
        free.reverse()
    return [result for _, result in sorted(((places[r["tool_call_id"]].pop(), r) for r in results), key=lambda p: p[0])]


def repair_pairs(messages):
    kept, behind, added = [], 0, 0
    for batch in find_batches(messages):
        kept += [m for m in messages[behind : batch.start] if m.get("role") != "tool"]
        foreign = set(batch.foreign)
        results = [messages[i] for i in range(batch.start + 1, batch.end) if i not in foreign]
        if not is_running(batch, messages):
            results += [{"role": "tool", "tool_call_id": id, "content": LOST} for id in batch.missing]
            added += len(batch.missing)
        kept += [messages[batch.start], *ordered(call_ids(messages[batch.start]), results)]
        behind = batch.end
    kept += [m for m in messages[behind:] if m.get("role") != "tool"]
    return {"messages": kept, "removed": len(messages) + added - len(kept), "added": added}
