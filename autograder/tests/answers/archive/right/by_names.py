"""Calls the store with named arguments."""


def archive(store, session, messages):
    stored = list(store.read(session=session))
    front, new = list(messages[: len(stored)]), list(messages[len(stored) :])
    if front != stored:
        raise ValueError(f"The history does not begin with what session {session} holds.")
    if not new:
        return 0
    store.append(session=session, messages=new)
    return len(new)
