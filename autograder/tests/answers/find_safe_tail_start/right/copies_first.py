"""Works on a copy of the history, marked by batch."""


import copy


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    history = copy.deepcopy(messages)
    number, marks = -1, []
    for message in history:
        number += message.get("role") != "tool"
        marks.append(number)
    start = max(0, len(history) - desired)
    return marks.index(marks[start]) if start < len(history) else start
