"""Computes for each index the end of its batch, and works with numbers only."""


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    count = len(messages)
    if count <= max_messages:
        return {"messages": messages[:], "dropped": 0}
    starts = [i for i, m in enumerate(messages) if m.get("role") != "tool"] + [count]
    first = next(s for s in starts if s >= head)
    last = max(s for s in starts if s <= count - (max_messages - head))
    last = max(first, last)
    keep = list(range(first)) + list(range(last, count))
    return {"messages": [messages[i] for i in keep], "dropped": count - len(keep)}
