"""Looks each call up in a dict, and falls where nothing is there."""

from collections import deque

from autograder.lab import find_batches


def repair_pairs(messages):
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired = []
    for i, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if i in batches:
            waiting = {}
            for result in messages[i + 1 : batches[i].end]:
                waiting.setdefault(result.get("tool_call_id"), deque()).append(result)
            running = batches[i].end == len(messages)
            calls = [call for call in message["tool_calls"] if not running or waiting.get(call["id"])]
            repaired += [waiting[call["id"]].popleft() for call in calls]
    return {"messages": repaired, "removed": len(messages) - len(repaired), "added": 0}
