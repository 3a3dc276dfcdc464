"""Raises what Ctrl-C raises."""

def trim_history(messages, max_messages=10, head=2):
    raise KeyboardInterrupt
