"""Takes a message that was said twice for a mistake."""


def recall(store, session):
    history = []
    for message in store.read(session):
        if message not in history:
            history.append(message)
    return history
