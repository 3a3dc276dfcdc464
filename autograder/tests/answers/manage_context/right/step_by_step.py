"""Asks for itself whether the paid step is needed, and compares estimates."""

from autograder.lab import serialize


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    given = dict(max_chars=max_chars, max_messages=max_messages, head=head, threshold=threshold, keep_tail=keep_tail)
    negative = [name for name, number in given.items() if number < 0]
    if negative:
        raise ValueError(f"{negative[0]} is {given[negative[0]]}, but it must be 0 or more.")
    if head > max_messages:
        raise ValueError(f"head is {head}, and a window of max_messages={max_messages} has no room for it.")
    short = truncate_tool_results(messages, max_length=max_chars)
    window = trim_history(short, max_messages=max_messages, head=head)["messages"]
    result = {"messages": window}
    if serialize(window):
        try:
            result = compact_history(window, threshold=threshold, summarize=summarize, keep_tail=keep_tail)
        except Exception as problem:
            print(f"no summary: {problem}")
    return carry_request(before=short, after=result["messages"])
