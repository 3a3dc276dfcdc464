"""Takes messages into the tail one by one until it may begin there."""

from copy import deepcopy

from autograder.lab import find_batches, text_of
from given_ch05 import estimate_messages, micro_compact


def compact_with_boundary(messages, call_model, keep_tail=8):
    if keep_tail < 0:
        raise ValueError(f"keep_tail={keep_tail}, and a tail has no fewer than 0 messages")
    copied = deepcopy(messages)
    lead = 0
    for message in copied:
        if message.get("role") != "system":
            break
        lead += 1
    replies = [i for i, message in enumerate(copied) if message.get("role") == "assistant"]

    def begin(cut):
        inside = any(batch.start < cut < batch.end for batch in find_batches(copied))
        unread = bool(replies) and replies[-1] < cut and bool(copied[replies[-1]].get("tool_calls"))
        return begin(cut - 1) if inside or unread else cut

    cut = begin(max(lead, len(copied) - keep_tail))
    system, middle, tail = copied[:lead], copied[lead:cut], copied[cut:]
    texts = [(each.get("role"), text_of(each)) for each in middle]
    if texts and texts[0][0] == "user" and texts[0][1].startswith("[Compacted]"):
        if texts[1:] in ([], [("assistant", "[CompactBoundary]")]):
            return copied
    if not middle:
        return copied
    said = call_model(summary_prompt(middle))
    body = "[Compacted]\n\n" + said
    if said.strip() == "" or estimate_messages([{"role": "user", "content": body}]) >= estimate_messages(middle):
        return copied
    out = system + [{"role": "user", "content": body}]
    if [each.get("role") for each in tail[:1]] == ["assistant"]:
        out[-1]["content"] = body + "\n\n[CompactBoundary]"
    else:
        out.append({"role": "assistant", "content": "[CompactBoundary]"})
    return out + micro_compact(tail)["messages"]
