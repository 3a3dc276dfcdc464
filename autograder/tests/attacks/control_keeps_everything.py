"""No attack: returns everything. What the attacks that end so may earn, and no more."""

def trim_history(messages, max_messages=10, head=2):
    return {"messages": list(messages), "dropped": 0}
