"""Takes an unknown session for a mistake."""


def recall(store, session):
    history = store.read(session)
    if not history:
        raise KeyError(f"there is no session {session}")
    return history
