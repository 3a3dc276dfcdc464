"""Lists every index where a tail may start, and takes the largest that is early enough."""


import bisect


def find_safe_tail_start(messages, desired):
    if desired < 0:
        raise ValueError(f"desired is {desired}, but it must be 0 or more.")
    starts = [i for i, message in enumerate(messages) if message.get("role") != "tool"] + [len(messages)]
    return starts[max(0, bisect.bisect_right(starts, max(0, len(messages) - desired)) - 1)]
