"""Stores one result and calls itself for the rest."""

import re

from autograder.lab import calls_of, find_batches, is_tool_result, text_of


def tool_result_budget(messages, store, limit=200_000, preview=2_000):
    if min(limit, preview) < 0:
        raise ValueError(f"limit is {limit} and preview is {preview}: neither may be negative")
    paths = re.findall('^<persisted-output path="(.+?)"', "\n".join(_lines(messages)), re.MULTILINE)
    return _stored({"messages": list(messages), "persisted": []}, store, limit, preview, paths)


def _lines(messages):
    for message in filter(is_tool_result, messages):
        line = text_of(message).partition("\n")[0]
        if line.startswith("<persisted-output"):
            yield line


def _stored(state, store, limit, preview, paths):
    messages = state["messages"]
    batch = next((b for b in reversed(find_batches(messages)) if b.end - b.start >= 2), None)
    if batch is None:
        return state
    results = list(enumerate(messages))[batch.start + 1 : batch.end]
    if sum(len(text_of(message)) for _, message in results) <= limit:
        return state
    arguments = {call["id"]: call["function"]["arguments"] for call in calls_of(messages[batch.start])}
    longest, place = preview, None
    for i, message in results:
        text = message["content"]
        if not isinstance(text, str) or len(text) <= longest or text.startswith("<persisted-output"):
            continue
        if not [path for path in paths if path in arguments[message["tool_call_id"]]]:
            longest, place = len(text), i
    if place is None:
        return state
    message = messages[place]
    id, text = message["tool_call_id"], message["content"]
    handle = '<persisted-output path="{}" chars="{}">\n{}\n</persisted-output>'.format(store(id, text), len(text), text[:preview])
    changed = [*messages[:place], message | {"content": handle}, *messages[place + 1 :]]
    return _stored({"messages": changed, "persisted": [*state["persisted"], id]}, store, limit, preview, paths)
