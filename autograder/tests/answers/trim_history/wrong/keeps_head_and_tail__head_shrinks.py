"""Gives up the batch at the end of the head, instead of taking it whole."""


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    head_end = head
    while 0 < head_end < len(messages) and messages[head_end].get("role") == "tool":
        head_end -= 1
    tail_start = len(messages) - (max_messages - head)
    while head_end < tail_start < len(messages) and messages[tail_start].get("role") == "tool":
        tail_start -= 1
    tail_start = max(head_end, tail_start)
    kept = messages[:head_end] + messages[tail_start:]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
