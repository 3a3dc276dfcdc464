"""Blames the head where it is larger than the window."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    numbers = {"max_chars": max_chars, "max_messages": max_messages, "head": head}
    numbers |= {"threshold": threshold, "keep_tail": keep_tail}
    negative = {name: number for name, number in numbers.items() if number < 0}
    if negative:
        raise ValueError(f"below 0: {negative}")
    if head > max_messages:
        raise ValueError(f"head is {head}, and that is more than the window has room for.")
    cut = truncate_tool_results(messages, max_chars)
    window = trim_history(cut, max_messages, head)["messages"]
    try:
        window = compact_history(window, threshold, summarize, keep_tail)["messages"]
    except Exception:
        return carry_request(cut, window)
    return carry_request(cut, window)
