"""Takes any history that is long enough for the same one."""


def archive(store, session, messages):
    stored = store.read(session)
    if len(messages) < len(stored):
        raise ValueError(f"session {session} holds more messages")
    new = messages[len(stored) :]
    if new:
        store.append(session, new)
    return len(new)
