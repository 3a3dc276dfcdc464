"""Tidies the session's name, and so meets another session."""


def archive(store, session, messages):
    name = session.strip().lower()
    stored = store.read(name)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    new = messages[len(stored) :]
    if new:
        store.append(name, new)
    return len(new)
