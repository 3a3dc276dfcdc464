"""Returns what the store returns."""


def recall(store, session):
    return store.read(session)
