"""Returns the newest ten messages, as a window would."""


def recall(store, session):
    return store.read(session)[-10:]
