"""Builds the list message by message."""


def recall(store, session):
    history = []
    for message in store.read(session) or []:
        history.append(dict(message))
    return history
