"""Recurses until the stack runs out."""

import sys


def trim_history(messages, max_messages=10, head=2):
    sys.setrecursionlimit(10**9)
    return eval(compile("f = lambda x: repr([f(x)])\nf(1)", "deep", "exec"), {})
