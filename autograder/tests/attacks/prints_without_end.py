"""Prints without end."""

import os
import sys


def trim_history(messages, max_messages=10, head=2):
    while True:
        print("x" * 10**6)
        sys.stderr.write("x" * 10**6)
        os.write(1, b"x" * 10**6)
