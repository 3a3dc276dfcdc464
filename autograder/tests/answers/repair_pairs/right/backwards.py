"""Goes from the last message to the first, and turns the answer round at the end."""

from collections import defaultdict


def repair_pairs(messages):
    turned, heap, removed, added, at_the_end = [], defaultdict(list), 0, 0, True
    for message in reversed(messages):
        if message.get("role") == "tool":
            heap[message.get("tool_call_id")].append(message)  # the oldest comes last
            removed += 1
            continue
        batch = []
        for call in message.get("tool_calls") or ():
            if heap[call["id"]]:
                batch.append(heap[call["id"]].pop())
                removed -= 1
            elif not at_the_end:
                batch.append({"role": "tool", "tool_call_id": call["id"], "content": "no result came back"})
                added += 1
        turned += [*reversed(batch), message]
        heap.clear()
        at_the_end = False
    turned.reverse()
    return {"messages": turned, "removed": removed, "added": added}
