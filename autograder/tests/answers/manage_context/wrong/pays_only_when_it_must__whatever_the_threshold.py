"""Hands compact_history a threshold of 0, so it always tries."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    numbers = {"max_chars": max_chars, "max_messages": max_messages, "head": head}
    numbers |= {"threshold": threshold, "keep_tail": keep_tail}
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} is {number}, but it must be 0 or more.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages} but head is {head}.")
    cut = truncate_tool_results(messages, max_chars)
    kept = trim_history(cut, max_messages, head)["messages"]
    try:
        kept = compact_history(kept, 0, summarize, keep_tail)["messages"]
    except Exception:
        pass
    return carry_request(cut, kept)
