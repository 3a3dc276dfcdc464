"""Builds on the first lesson, and on the lab's batches for the head."""


from autograder.lab import find_batches


def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: neither may be negative.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages}, below head, which is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    head_end = max([head, *(b.end for b in find_batches(messages) if b.start < head < b.end)])
    tail_start = max(head_end, find_safe_tail_start(messages, max_messages - head))
    kept = messages[:head_end] + messages[tail_start:]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
