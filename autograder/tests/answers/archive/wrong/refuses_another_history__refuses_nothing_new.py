"""Takes a history with nothing new for a mistake."""


def archive(store, session, messages):
    stored = store.read(session)
    if len(messages) <= len(stored) or messages[: len(stored)] != stored:
        raise ValueError(f"session {session} has nothing to add")
    new = messages[len(stored) :]
    store.append(session, new)
    return len(new)
