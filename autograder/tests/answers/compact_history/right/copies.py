"""Copies the history first, and hands copies out."""

from copy import deepcopy

from autograder.lab import text_of
from given_ch05 import estimate_messages, find_safe_tail_start


def tail_start(rest, keep_tail):
    start = find_safe_tail_start(rest, keep_tail)
    for index in range(len(rest) - 1, -1, -1):
        if rest[index].get("role") == "assistant":
            return min(start, index) if rest[index].get("tool_calls") else start
    return start


def compact_history(messages, threshold, summarize, keep_tail=8):
    if min(threshold, keep_tail) < 0:
        raise ValueError(f"neither may be negative: threshold {threshold}, keep_tail {keep_tail}")
    history = deepcopy(messages)
    lead = []
    while history and history[0].get("role") == "system":
        lead.append(history.pop(0))
    start = tail_start(history, keep_tail)
    middle = history[:start]
    nothing_new = all(m.get("role") == "user" and text_of(m).startswith("[Compacted]") for m in middle[:1])
    if estimate_messages(messages) > threshold and len(middle) > (1 if nothing_new else 0):
        text = summarize(deepcopy(middle))
        summary = [{"role": "user", "content": f"[Compacted]\n\n{text}"}]
        if text is not None and text.strip() and estimate_messages(summary) < estimate_messages(middle):
            return {"messages": lead + summary + history[start:], "dropped": start, "compacted": True}
    return {"messages": deepcopy(messages), "dropped": 0, "compacted": False}
