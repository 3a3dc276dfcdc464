"""Takes messages[-0:] for nothing, where it is everything."""


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    head_end = head
    while 0 < head_end < len(messages) and messages[head_end].get("role") == "tool":
        head_end += 1
    tail = messages[-(max_messages - head) :]
    start = len(messages) - len(tail)
    while start > head_end and messages[start].get("role") == "tool":
        start -= 1
    kept = messages[:head_end] + messages[max(start, head_end) :]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
