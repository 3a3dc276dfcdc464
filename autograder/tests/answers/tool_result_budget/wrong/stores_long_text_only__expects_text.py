"""Asks a list of parts how it begins, and falls."""

import re

from autograder.lab import find_batches, text_of


def tool_result_budget(messages, store, limit=200_000, preview=2_000):
    if limit < 0:
        raise ValueError(f"limit is {limit}, but it must be 0 or more.")
    if preview < 0:
        raise ValueError(f"preview is {preview}, but it must be 0 or more.")
    kept, persisted = list(messages), []
    batches = [batch for batch in find_batches(messages) if batch.end > batch.start + 1]
    if not batches:
        return {"messages": kept, "persisted": persisted}
    batch = batches[-1]
    arguments = {call["id"]: call["function"]["arguments"] for call in messages[batch.start]["tool_calls"]}
    handles = [text_of(m) for m in messages if m["role"] == "tool" and text_of(m).startswith("<persisted-output")]
    paths = [re.match('<persisted-output path="([^"]*)"', handle).group(1) for handle in handles]

    def is_candidate(i):
        content = kept[i]["content"]
        if len(content) <= preview:
            return False
        if content.startswith("<persisted-output"):
            return False
        return not any(path in arguments[kept[i]["tool_call_id"]] for path in paths)

    inside = range(batch.start + 1, batch.end)
    while sum(len(text_of(kept[i])) for i in inside) > limit:
        candidates = [i for i in inside if is_candidate(i)]
        if not candidates:
            break
        longest = max(candidates, key=lambda i: len(kept[i]["content"]))
        id, text = kept[longest]["tool_call_id"], kept[longest]["content"]
        path = store(id, text)
        handle = f'<persisted-output path="{path}" chars="{len(text)}">\n{text[:preview]}\n</persisted-output>'
        kept[longest] = {**kept[longest], "content": handle}
        persisted.append(id)
    return {"messages": kept, "persisted": persisted}
