"""Stores nothing of another history, and says so with a 0."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        return 0
    new = messages[len(stored) :]
    if new:
        store.append(session, new)
    return len(new)
