"""Returns from the try, and from the except."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    for name in ("max_chars", "max_messages", "head", "threshold", "keep_tail"):
        if locals()[name] < 0:
            raise ValueError(f"{name} may not be negative, and it is {locals()[name]}")
    if max_messages < head:
        raise ValueError(f"max_messages ({max_messages}) is below head ({head})")
    cut = truncate_tool_results(messages, max_chars)
    trimmed = trim_history(cut, max_messages, head)["messages"]
    try:
        answer = compact_history(trimmed, threshold, summarize, keep_tail)
        return carry_request(cut, answer["messages"])
    except Exception:
        return carry_request(cut, trimmed)
