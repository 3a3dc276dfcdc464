"""Finds the borders by recursion, one batch at a time."""


def batch_end(messages, index):
    if index < len(messages) and messages[index].get("role") == "tool":
        return batch_end(messages, index + 1)
    return index


def batch_start(messages, index):
    if 0 < index < len(messages) and messages[index].get("role") == "tool":
        return batch_start(messages, index - 1)
    return index


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    first = batch_end(messages, head) if head else 0
    last = max(first, batch_start(messages, len(messages) - max_messages + head))
    return {"messages": [*messages[:first], *messages[last:]], "dropped": last - first}
