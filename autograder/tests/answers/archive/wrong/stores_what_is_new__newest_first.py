"""Appends the newest message first."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    new = messages[len(stored) :][::-1]
    if new:
        store.append(session, new)
    return len(new)
