"""Cuts long results on the way back."""


def recall(store, session):
    history = store.read(session)
    for message in history:
        if message.get("role") == "tool":
            message["content"] = message["content"][:800]
    return history
