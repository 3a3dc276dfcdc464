"""Computes a number that fills the memory."""

def trim_history(messages, max_messages=10, head=2):
    return 1 << 10**11
