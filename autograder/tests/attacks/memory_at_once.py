"""Asks for more memory than there is."""

def trim_history(messages, max_messages=10, head=2):
    return [0] * 10**11
