"""Archives the last message of each round only."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    if len(messages) == len(stored):
        return 0
    store.append(session, messages[-1:])
    return len(messages) - len(stored)
