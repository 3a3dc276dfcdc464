"""Answers with text that is no Unicode."""

def trim_history(messages, max_messages=10, head=2):
    return {"messages": [{"role": "\ud800", "content": "\udfff\0\x1b[2J"}], "dropped": 0}
