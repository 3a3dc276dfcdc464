"""Appends first, and looks afterwards."""


def archive(store, session, messages):
    stored = store.read(session)
    new = messages[len(stored) :]
    if new:
        store.append(session, new)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    return len(new)
