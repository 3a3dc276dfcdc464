"""Walks back from the end to find a running batch, without the lab."""

import json


def shrink_arguments(messages, max_leaf=200, marker="…"):
    if max_leaf < 0:
        raise ValueError(f"max_leaf is {max_leaf}, and may not be below 0")
    head = len(messages) - 1
    while head >= 0 and messages[head]["role"] == "tool":
        head -= 1
    calls = messages[head].get("tool_calls") or [] if head >= 0 else []
    running = head if len(calls) > len(messages) - 1 - head else -1
    answer = []
    for index, message in enumerate(messages):
        if message.get("tool_calls") and index != running:
            message = dict(message, tool_calls=[_call(each, max_leaf, marker) for each in message["tool_calls"]])
        answer.append(message)
    return answer


def _call(call, max_leaf, marker):
    text = call["function"]["arguments"]
    try:
        value = json.loads(text, parse_constant=_refuse)
    except ValueError:
        return call
    if not any(len(leaf) > max_leaf for leaf in _texts(value)):
        return call
    text = json.dumps(_cut(value, max_leaf, marker), ensure_ascii=False)
    return dict(call, function=dict(call["function"], arguments=text))


def _refuse(constant):
    raise ValueError(constant)


def _texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _cut(value, max_leaf, marker):
    match value:
        case str():
            return truncate(value, max_leaf, marker)
        case list():
            return [_cut(each, max_leaf, marker) for each in value]
        case dict():
            return {key: _cut(each, max_leaf, marker) for key, each in value.items()}
    return value
