"""Checks threshold and keep_tail only where the paid step is reached."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    if max_chars < 0 or head < 0 or max_messages < head:
        raise ValueError(f"max_chars {max_chars}, head {head}, max_messages {max_messages}: one of them cannot be.")
    cut = truncate_tool_results(messages, max_chars)
    kept = trim_history(cut, max_messages, head)["messages"]
    if estimate_messages(kept) > max(threshold, 0):
        for name, number in (("threshold", threshold), ("keep_tail", keep_tail)):
            if number < 0:
                raise ValueError(f"{name} is {number}.")
    try:
        kept = compact_history(kept, threshold, summarize, keep_tail)["messages"]
    except Exception:
        pass
    return carry_request(cut, kept)
