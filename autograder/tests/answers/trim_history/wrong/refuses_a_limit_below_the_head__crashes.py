"""Reads past the end where the head is larger than the limit."""


def trim_history(messages, max_messages=10, head=2):
    if len(messages) <= max_messages and head <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    if max_messages < head:
        return {"messages": messages[: [][0]], "dropped": 0}
    head_end = head
    while 0 < head_end < len(messages) and messages[head_end].get("role") == "tool":
        head_end += 1
    tail_start = len(messages) - (max_messages - head)
    while 0 < tail_start < len(messages) and messages[tail_start].get("role") == "tool":
        tail_start -= 1
    tail_start = max(head_end, tail_start)
    kept = messages[:head_end] + messages[tail_start:]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
