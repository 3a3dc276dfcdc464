"""Finds the cut with the lab's batches, and writes the message with a formatted text."""

from autograder.lab import find_batches, is_running, text_of
from given_ch05 import estimate_messages


def compact_history(messages, threshold, summarize, keep_tail=8):
    if threshold < 0:
        raise ValueError(f"threshold={threshold} is below 0")
    if keep_tail < 0:
        raise ValueError(f"keep_tail={keep_tail} is below 0")

    def as_it_was():
        return {"messages": messages[:], "dropped": 0, "compacted": False}

    if not estimate_messages(messages) > threshold:
        return as_it_was()
    roles = [message.get("role") for message in messages]
    lead = next((i for i, role in enumerate(roles) if role != "system"), len(messages))
    cut = max(lead, len(messages) - keep_tail)
    for batch in find_batches(messages):
        unread = "assistant" not in roles[batch.end :]
        if batch.start < cut and (batch.end > cut or unread or is_running(batch, messages)):
            cut = batch.start
            break
    middle = messages[lead:cut]
    is_old = [role == "user" and text_of(m).startswith("[Compacted]") for role, m in zip(roles[lead:cut], middle)]
    if is_old in ([], [True]):
        return as_it_was()
    text = summarize(middle)
    if not (text or "").strip():
        return as_it_was()
    summary = {"content": f"[Compacted]\n\n{text}", "role": "user"}
    if estimate_messages(middle) <= estimate_messages([summary]):
        return as_it_was()
    return {"compacted": True, "dropped": len(middle), "messages": [*messages[:lead], summary, *messages[cut:]]}
