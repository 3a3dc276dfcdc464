"""Repairs one batch, and looks for the next one from the beginning."""

from collections import defaultdict, deque

from autograder.lab import call_ids, find_batches


def mended(messages, batch):
    waiting, whole = defaultdict(deque), []
    for result in messages[batch.start + 1 : batch.end]:
        waiting[result.get("tool_call_id")].append(result)
    for id in call_ids(messages[batch.start]):
        if waiting[id]:
            whole.append(waiting[id].popleft())
        elif batch.end < len(messages):
            whole.append({"role": "tool", "tool_call_id": id, "content": "no result"})
    return whole


def repair_pairs(messages):
    inside = {i for batch in find_batches(messages) for i in range(batch.start + 1, batch.end)}
    repaired = [m for i, m in enumerate(messages) if m.get("role") != "tool" or i in inside]
    while True:
        for batch in find_batches(repaired):
            whole = mended(repaired, batch)
            if whole != repaired[batch.start + 1 : batch.end]:
                repaired[batch.start + 1 : batch.end] = whole
                break
        else:
            break
    given = {id(message) for message in messages}
    added = sum(id(message) not in given for message in repaired)
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
