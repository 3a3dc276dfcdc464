"""Takes a second result with an id for a doubled one, wherever in the history it stands."""

from collections import Counter

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added, answered = [], 0, set()
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            calls = Counter(call["id"] for call in message["tool_calls"])
            results = [m for m in messages[i + 1 : batches[i].end] if m.get("tool_call_id") not in answered]
            for call in message["tool_calls"]:
                match = next((r for r in results if r.get("tool_call_id") == call["id"]), None)
                if match is not None:
                    results.remove(match)
                    repaired.append(match)
                elif batches[i].end < len(messages):
                    repaired.append({"role": "tool", "tool_call_id": call["id"], "content": "no result"})
                    added += 1
            answered |= set(calls)
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
