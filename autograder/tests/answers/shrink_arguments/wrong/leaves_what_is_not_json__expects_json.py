"""Reads arguments that cannot be read, and falls."""

import json

from autograder.lab import find_batches, is_running


def shrink_arguments(messages, max_leaf=200, marker="…"):
    if max_leaf < 0:
        raise ValueError(f"max_leaf is {max_leaf}, but it must be 0 or more.")

    def shrunk(value):
        if isinstance(value, str):
            return truncate(value, max_leaf, marker)
        if isinstance(value, list):
            return [shrunk(each) for each in value]
        if isinstance(value, dict):
            return {key: shrunk(each) for key, each in value.items()}
        return value

    def refuse(constant):
        raise ValueError(constant)

    def shrunk_call(call):
        function = call["function"]
        before = json.loads(function["arguments"], parse_constant=refuse)
        after = shrunk(before)
        if after == before:
            return call
        return {**call, "function": {**function, "arguments": json.dumps(after, ensure_ascii=False)}}

    batches = find_batches(messages)
    running = batches[-1].start if batches and is_running(batches[-1], messages) else None
    return [
        {**message, "tool_calls": [shrunk_call(call) for call in message["tool_calls"]]}
        if message.get("tool_calls") and index != running
        else message
        for index, message in enumerate(messages)
    ]
