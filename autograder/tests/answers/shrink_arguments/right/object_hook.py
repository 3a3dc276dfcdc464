"""Lets the reader of JSON cut texts as it goes."""

import json

from autograder.lab import find_batches, is_running


def shrink_arguments(messages, max_leaf=200, marker="…"):
    if max_leaf < 0:
        raise ValueError(f"max_leaf is {max_leaf}, below 0")

    def cut(value):
        if type(value) is str:
            return truncate(value, max_leaf, marker)
        return [cut(each) for each in value] if type(value) is list else value

    def cut_object(pairs):
        return {key: cut(value) for key, value in pairs}

    def arguments(text):
        try:
            same = json.loads(text, parse_constant=lambda name: 1 / 0)
            new = cut(json.loads(text, object_pairs_hook=cut_object))
        except (ValueError, ZeroDivisionError):
            return text
        return text if same == new else json.dumps(new, ensure_ascii=False)

    answer = []
    running = [batch.start for batch in find_batches(messages) if is_running(batch, messages)]
    for index, message in enumerate(messages):
        if message.get("tool_calls") and index not in running:
            calls = [
                {**each, "function": {**each["function"], "arguments": arguments(each["function"]["arguments"])}}
                for each in message["tool_calls"]
            ]
            message = {**message, "tool_calls": calls}
        answer.append(message)
    return answer
