"""Tidies the session's name, and so meets another session."""


def recall(store, session):
    return store.read(session.strip().lower())
