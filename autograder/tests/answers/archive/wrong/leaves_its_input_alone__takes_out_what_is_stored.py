"""Takes out of the history what is in the store now."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    del messages[: len(stored)]
    count = len(messages)
    if messages:
        store.append(session, list(messages))
    return count
