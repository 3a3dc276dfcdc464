"""Looks for a session of a similar name where this one is unknown."""


def recall(store, session):
    return store.read(session) or store.read(session.lower())
