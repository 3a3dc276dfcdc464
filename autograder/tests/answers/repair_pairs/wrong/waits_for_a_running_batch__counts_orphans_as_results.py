"""Takes a batch for done when as many results as calls came, orphans among them."""

from collections import defaultdict, deque

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            end = batches[i].end
            running = end == len(messages) and end - i - 1 < len(message["tool_calls"])
            waiting = defaultdict(deque)
            for result in messages[i + 1 : end]:
                waiting[result.get("tool_call_id")].append(result)
            for call in message["tool_calls"]:
                if waiting[call["id"]]:
                    repaired.append(waiting[call["id"]].popleft())
                elif not running:
                    new = {"role": "tool", "tool_call_id": call["id"], "content": "no result"}
                    repaired.append(new)
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
