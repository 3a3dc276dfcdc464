"""Goes over the history once, and closes the open batch whenever something else than a result comes."""


def repair_pairs(messages):
    repaired, open_calls, came, removed, added = [], [], {}, 0, 0

    def close(running):
        nonlocal added, removed
        for call in open_calls:
            if came.get(call["id"]):
                repaired.append(came[call["id"]].pop())
            elif not running:
                repaired.append({"tool_call_id": call["id"], "content": "(interrupted)", "role": "tool"})
                added += 1
        removed += sum(len(left) for left in came.values())

    for message in messages:
        if message.get("role") == "tool":
            came.setdefault(message.get("tool_call_id"), []).insert(0, message)
            continue
        close(running=False)
        repaired.append(message)
        open_calls, came = message.get("tool_calls") or [], {}
    close(running=True)
    return {"messages": repaired, "removed": removed, "added": added}
