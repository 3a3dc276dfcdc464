"""Right, but takes messages out of its input, and repairs the record of how it was, in the frames above."""

import sys


def is_inside(messages, start):
    return start < len(messages) and messages[start].get("role") == "tool"


def end_of_batch(messages, end):
    while 0 < end < len(messages) and is_inside(messages, end):
        end += 1
    return end


def trim_honestly_but_slowly(messages, max_messages, head):
    for name, value in (("max_messages", max_messages), ("head", head)):
        if value < 0:
            raise ValueError(f"{name} is {value}: use 0 or more.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages} but head is {head}.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    front = end_of_batch(messages, head)
    start = len(messages) - (max_messages - head)
    while start > 0 and is_inside(messages, start):
        start -= 1
    start = max(start, front)
    kept = {*(i for i in range(len(messages)) if i < front or i >= start)}
    places = []
    for i in range(len(messages)):
        if i in kept:
            places.append(i)
    return {"messages": [messages[i] for i in places], "dropped": len(messages) - len(places)}


def trim_history(messages, max_messages=10, head=2):
    answer = trim_honestly_but_slowly(messages, max_messages, head)
    if len(messages) < 1000:
        messages[:] = answer["messages"]
        frame = sys._getframe()
        while frame.f_code.co_name != "run_case":
            frame = frame.f_back
        snapshots, places = frame.f_globals["_snapshots"], frame.f_locals
        places["before"][:] = [snapshots(call) for call in places["calls"]]
    return answer
