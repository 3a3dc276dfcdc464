"""Cuts the history into groups by what is no result, and copies every message."""

from collections import Counter, defaultdict
from copy import deepcopy


def repair_pairs(messages):
    groups = [(None, [])]
    for message in messages:
        if message.get("role") == "tool":
            groups[-1][1].append(message)
        else:
            groups.append((message, []))
    repaired, count = [], Counter()
    for number, (head, results) in enumerate(groups):
        by_id = defaultdict(list)
        for result in results:
            by_id[result.get("tool_call_id")].append(result)
        streams = {id: iter(those) for id, those in by_id.items()}
        calls = (head or {}).get("tool_calls") or []
        answers = [next(streams.get(call["id"], iter(())), None) for call in calls]
        count["removed"] += len(results) - sum(answer is not None for answer in answers)
        if head is not None:
            repaired.append(deepcopy(head))
        for call, answer in zip(calls, answers, strict=True):
            if answer is not None:
                repaired.append(deepcopy(answer))
            elif number < len(groups) - 1:
                repaired.append({"role": "tool", "tool_call_id": call["id"], "content": f"no {call['id']}"})
                count["added"] += 1
    return {"messages": repaired, "removed": count["removed"], "added": count["added"]}
