"""Walks left out of a batch by itself, and looks for a running one by counting results."""


def carry_request(before, after):
    def text(message):
        content = message.get("content")
        if isinstance(content, list):
            return "".join(part["text"] for part in content if part.get("type") == "text")
        return content or ""

    def newest_request(messages):
        for index in range(len(messages) - 1, -1, -1):
            message = messages[index]
            if message.get("role") == "user":
                if not (text(message).startswith("[Compacted]") or text(message).startswith("[Task state]")):
                    return index
        return -1

    here, there = newest_request(before), newest_request(after)
    if here < 0 or (there >= 0 and after[there] == before[here]):
        return list(after)
    i, j = len(before) - 1, len(after) - 1
    while i > here and j >= 0 and before[i] == after[j]:
        i, j = i - 1, j - 1
    spot = j + 1
    if spot == len(after):
        results = 0
        while results < len(after) and after[-1 - results].get("role") == "tool":
            results += 1
        last = after[-1 - results] if results < len(after) else {}
        if len(last.get("tool_calls") or []) > results:
            spot -= results + 1
    elif after[spot].get("role") == "tool":
        while after[spot].get("role") == "tool":
            spot -= 1
    return after[:spot] + [before[here]] + after[spot:]
