"""Cuts the tail at the end of the asked head, so that results of a batch in between lose their call."""


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    tail_start = len(messages) - (max_messages - head)
    kept = messages[:head] + messages[tail_start:]
    while len(kept) > head and kept[head].get("role") == "tool" and len(kept) - head > 1:
        del kept[head]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
