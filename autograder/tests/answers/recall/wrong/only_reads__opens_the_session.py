"""Makes sure that the session exists."""


def recall(store, session):
    store.append(session, [])
    return store.read(session)
