"""Begins with the last stored message, as if its index were its number."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    count = len(messages) - len(stored)
    if count:
        store.append(session, messages[max(0, len(stored) - 1) :])
    return count
