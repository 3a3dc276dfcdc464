"""Takes a message that was said before for one that is stored."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    new = [message for message in messages if message not in stored]
    if new:
        store.append(session, new)
    return len(messages) - len(stored)
