"""Answers with functions, generators, classes and itself."""

def trim_history(messages, max_messages=10, head=2):
    return {"messages": (each for each in messages), "dropped": trim_history, "more": type, "even": {1j, b"x"}}
