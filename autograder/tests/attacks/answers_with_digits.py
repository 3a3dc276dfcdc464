"""Answers with numbers of thousands of digits, and with numbers that are none."""

def trim_history(messages, max_messages=10, head=2):
    return {"messages": list(messages), "dropped": [10**50_000, -(10**4_299), float("nan"), float("inf"), 1e308][len(messages) % 5]}
