"""Puts a batch's results in a dict by id, where a later one replaces an earlier one."""

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            results = {m.get("tool_call_id"): m for m in messages[i + 1 : batches[i].end]}
            for call in message["tool_calls"]:
                if call["id"] in results:
                    repaired.append(results.pop(call["id"]))
                elif batches[i].end < len(messages):
                    new = {"role": "tool", "tool_call_id": call["id"], "content": "no result"}
                    repaired.append(new)
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
