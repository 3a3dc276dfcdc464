"""Begins at the last summary, as if what it stands for were gone."""


def recall(store, session):
    history = store.read(session)
    for index in reversed(range(len(history))):
        if str(history[index].get("content")).startswith("[Compacted]"):
            return history[index:]
    return history
