"""Leaves the checks to the steps, whose errors the except swallows."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    cut = truncate_tool_results(messages, max_chars)
    kept = trim_history(cut, max_messages, head)["messages"]
    try:
        kept = compact_history(kept, threshold, summarize, keep_tail)["messages"]
    except Exception:
        pass
    return carry_request(cut, kept)
