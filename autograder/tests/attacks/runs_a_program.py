"""Runs a program that leaves a file behind."""

import os
import subprocess


def trim_history(messages, max_messages=10, head=2):
    for run in (
        lambda: subprocess.run(["touch", "@target@/ran"], check=False),
        lambda: os.system("touch @target@/ran"),
        lambda: os.posix_spawn("/bin/touch", ["touch", "@target@/ran"], {}),
    ):
        try:
            run()
        except OSError:
            pass

    return {"messages": list(messages), "dropped": 0}
