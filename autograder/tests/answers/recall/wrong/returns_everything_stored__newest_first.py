"""Returns the newest message first."""


def recall(store, session):
    return list(reversed(store.read(session)))
