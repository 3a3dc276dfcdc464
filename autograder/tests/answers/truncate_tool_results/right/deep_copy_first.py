"""Copies everything, then writes into the copy."""


import copy

from autograder.lab import is_tool_result, text_of


def truncate_tool_results(messages, max_length, marker="…"):
    if max_length < 0:
        raise ValueError(f"max_length is {max_length}: it must be 0 or more")
    kept = copy.deepcopy(messages)
    for message in filter(is_tool_result, kept):
        content = message.get("content")
        if content is None or text_of(message).startswith("<persisted-output"):
            continue
        if isinstance(content, str):
            message["content"] = truncate(content, max_length, marker)
        else:
            for part in content:
                if part.get("type") == "text":
                    part["text"] = truncate(part["text"], max_length, marker)
    return kept
