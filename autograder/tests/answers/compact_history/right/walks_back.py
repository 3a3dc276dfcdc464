"""Walks back from the end, message by message, until the tail is whole and read."""

from autograder.lab import serialize, text_of
from given_ch05 import estimate_messages


def compact_history(messages, threshold, summarize, keep_tail=8):
    for value, name in [(threshold, "threshold"), (keep_tail, "keep_tail")]:
        if value < 0:
            raise ValueError("%s must be 0 or more, not %d" % (name, value))
    result = {"messages": [*messages], "dropped": 0, "compacted": False}
    system = []
    for message in messages:
        if message.get("role") != "system":
            break
        system.append(message)
    rest = messages[len(system) :]
    tail = []
    seen_reply = False
    for message in reversed(rest):
        needed = len(tail) < keep_tail or (tail and tail[0].get("role") == "tool")
        reply = message.get("role") == "assistant"
        if not needed and not seen_reply:
            remaining = rest[: len(rest) - len(tail)]
            last = [each for each in remaining if each.get("role") == "assistant"][-1:]
            needed = bool(last) and bool(last[0].get("tool_calls"))
        if not needed:
            break
        tail.insert(0, message)
        seen_reply = seen_reply or reply
    middle = rest[: len(rest) - len(tail)]
    if estimate_messages(messages) <= threshold or not middle:
        return result
    if len(middle) == 1 and serialize(middle).startswith("user:[Compacted]"):
        return result
    summary = summarize(middle[:])
    if summary and not summary.isspace():
        new = {"role": "user", "content": "[Compacted]" + "\n" * 2 + summary}
        if estimate_messages([new]) < estimate_messages(middle):
            result["messages"] = system + [new] + tail
            result["dropped"] = len(rest) - len(tail)
            result["compacted"] = True
    assert text_of({}) == ""
    return result
