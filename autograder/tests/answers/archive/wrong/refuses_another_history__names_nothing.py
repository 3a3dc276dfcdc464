"""Refuses without saying which session."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError("the stored history is another one")
    new = messages[len(stored) :]
    if new:
        store.append(session, new)
    return len(new)
