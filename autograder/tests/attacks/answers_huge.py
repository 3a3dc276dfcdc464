"""Answers the large case with more text than can be read."""

def trim_history(messages, max_messages=10, head=2):
    if len(messages) > 1000:
        return {"messages": [{"role": "user", "content": "x" * 150_000_000}], "dropped": 0}

    return {"messages": list(messages), "dropped": 0}
