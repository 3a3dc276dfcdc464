"""Asks with all() whether the stored history is the front."""


def archive(store, session, messages):
    stored = store.read(session)
    begins = len(messages) >= len(stored) and all(messages[i] == stored[i] for i in range(len(stored)))
    if not begins:
        raise ValueError(f"session={session!r}: another history is stored under this name")
    added = len(messages) - len(stored)
    if added > 0:
        store.append(session, messages[-added:])
    return added
