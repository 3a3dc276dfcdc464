"""Copies the tail anew for each message it takes in."""

from copy import deepcopy

from autograder.lab import text_of
from given_ch05 import estimate_messages, find_safe_tail_start


def compact_history(messages, threshold, summarize, keep_tail=8):
    for name, number in (("threshold", threshold), ("keep_tail", keep_tail)):
        if number < 0:
            raise ValueError(f"{name} is {number}: it cannot be negative.")
    unchanged = {"messages": list(messages), "dropped": 0, "compacted": False}
    if estimate_messages(messages) <= threshold:
        return unchanged
    lead = 0
    while lead < len(messages) and messages[lead].get("role") == "system":
        lead += 1
    rest = messages[lead:]
    start = find_safe_tail_start(rest, keep_tail)
    last = max((i for i, each in enumerate(rest) if each.get("role") == "assistant"), default=None)
    if last is not None and rest[last].get("tool_calls"):
        start = min(start, last)
    tail = []
    for index in range(len(rest) - 1, start - 1, -1):
        tail = deepcopy([rest[index], *tail])
    middle = rest[:start]
    if not middle:
        return unchanged
    if len(middle) == 1 and middle[0].get("role") == "user" and text_of(middle[0]).startswith("[Compacted]"):
        return unchanged
    summary = summarize(middle)
    if summary is None or not summary.strip():
        return unchanged
    message = {"role": "user", "content": "[Compacted]\n\n" + summary}
    if estimate_messages([message]) >= estimate_messages(middle):
        return unchanged
    return {"messages": messages[:lead] + [message] + tail, "dropped": len(middle), "compacted": True}
