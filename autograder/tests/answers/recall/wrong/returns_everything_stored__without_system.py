"""Leaves out the system prompt, which the next run has anyway."""


def recall(store, session):
    return [message for message in store.read(session) if message.get("role") != "system"]
