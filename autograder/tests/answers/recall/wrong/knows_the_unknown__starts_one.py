"""Begins an unknown session with a system message."""


def recall(store, session):
    return store.read(session) or [{"role": "system", "content": "You are a helpful assistant."}]
