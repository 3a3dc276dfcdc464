"""Compares pairwise, and appends message by message."""


def archive(store, session, messages):
    stored = store.read(session)
    if len(stored) > len(messages):
        raise ValueError(f"{session} holds more messages than this history has.")
    for mine, theirs in zip(messages, stored):
        if mine != theirs:
            raise ValueError(f"{session} holds another history.")
    count = 0
    for message in messages[len(stored):]:
        store.append(session, [message])
        count += 1
    return count
