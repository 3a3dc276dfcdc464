"""Leaves a process behind that writes when nobody looks any more."""

import os
import time


def trim_history(messages, max_messages=10, head=2):
    try:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1)
                open("@target@/late", "w").close()
            os._exit(0)
    except OSError:
        pass

    return {"messages": list(messages), "dropped": 0}
