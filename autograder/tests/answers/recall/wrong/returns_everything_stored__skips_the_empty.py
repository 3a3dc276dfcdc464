"""Leaves out messages without content, calls among them."""


def recall(store, session):
    return [message for message in store.read(session) if message.get("content")]
