"""Returns how many messages the store had."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    new = messages[len(stored) :]
    if new:
        store.append(session, new)
    return len(stored)
