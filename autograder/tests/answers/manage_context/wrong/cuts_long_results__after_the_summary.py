"""Cuts what is left in the end, so that the helper model reads everything."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    numbers = {"max_chars": max_chars, "max_messages": max_messages, "head": head}
    numbers |= {"threshold": threshold, "keep_tail": keep_tail}
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} is {number}, but it must be 0 or more.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages} but head is {head}.")
    kept = trim_history(messages, max_messages, head)["messages"]
    cut = truncate_tool_results(messages, max_chars)
    short = truncate_tool_results(kept, max_chars)
    if estimate_messages(short) > threshold:
        try:
            short = truncate_tool_results(compact_history(kept, threshold, summarize, keep_tail)["messages"], max_chars)
        except Exception:
            pass
    return carry_request(cut, short)
