"""Crashes the interpreter."""

import ctypes


def trim_history(messages, max_messages=10, head=2):
    ctypes.string_at(0)
