"""Puts a blank summary into the history."""

from autograder.lab import text_of
from given_ch05 import estimate_messages, find_safe_tail_start, micro_compact


def compact_with_boundary(messages, call_model, keep_tail=8):
    if keep_tail < 0:
        raise ValueError(f"keep_tail is {keep_tail}: it cannot be negative.")
    boundary = {"role": "assistant", "content": "[CompactBoundary]"}
    lead = 0
    while lead < len(messages) and messages[lead].get("role") == "system":
        lead += 1
    rest = messages[lead:]
    start = find_safe_tail_start(rest, keep_tail)
    last = max((i for i, each in enumerate(rest) if each.get("role") == "assistant"), default=None)
    if last is not None and rest[last].get("tool_calls"):
        start = min(start, last)
    middle, tail = rest[:start], rest[start:]
    if not middle:
        return list(messages)
    if middle[0].get("role") == "user" and text_of(middle[0]).startswith("[Compacted]") and middle[1:] in ([], [boundary]):
        return list(messages)
    text = call_model(summary_prompt(middle))
    summary = {"role": "user", "content": f"[Compacted]\n\n{text}"}
    if estimate_messages([summary]) >= estimate_messages(middle):
        return list(messages)
    if tail and tail[0].get("role") == "assistant":
        summary["content"] += "\n\n[CompactBoundary]"
        new = [summary]
    else:
        new = [summary, boundary]
    return messages[:lead] + new + micro_compact(tail)["messages"]
