"""Wraps the summariser, so that a failure is a summary of nothing."""


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    if min(max_chars, max_messages, head, threshold, keep_tail) < 0:
        raise ValueError(
            f"one of these is negative: max_chars {max_chars}, max_messages {max_messages}, head {head}, "
            f"threshold {threshold}, keep_tail {keep_tail}"
        )

    def careful(middle):
        try:
            return summarize(middle)
        except Exception:
            return None

    cut = truncate_tool_results(messages, max_chars)
    kept = trim_history(cut, max_messages, head)["messages"]
    kept = compact_history(kept, threshold, careful, keep_tail)["messages"]
    return carry_request(cut, kept)
