"""Sorts the results that came, and puts the new ones behind them."""

from collections import defaultdict, deque

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            waiting, new = defaultdict(deque), []
            for result in messages[i + 1 : batches[i].end]:
                waiting[result.get("tool_call_id")].append(result)
            for call in message["tool_calls"]:
                if waiting[call["id"]]:
                    repaired.append(waiting[call["id"]].popleft())
                elif batches[i].end < len(messages):
                    new.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
            repaired += new
            added += len(new)
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
