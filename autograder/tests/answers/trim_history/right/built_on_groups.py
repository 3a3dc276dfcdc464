"""Groups the history into batches and single messages first, and keeps or drops groups."""


from itertools import groupby


def groups(messages):
    number = -1

    def key(message):
        nonlocal number
        if message.get("role") != "tool":
            number += 1
        return number

    return [list(group) for _, group in groupby(messages, key)]


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    tail = max_messages - head
    kept, dropped, before = [], 0, 0
    for group in groups(messages):
        after = len(messages) - before - len(group)
        if before < head or after < tail:
            kept += group
        else:
            dropped += len(group)
        before += len(group)
    return {"messages": kept, "dropped": dropped}
