"""Archives what was said, and not what the tools returned."""


def archive(store, session, messages):
    stored = store.read(session)
    if messages[: len(stored)] != stored:
        raise ValueError(f"session {session} holds another history")
    new = [message for message in messages[len(stored) :] if message.get("role") != "tool"]
    if new:
        store.append(session, new)
    return len(messages) - len(stored)
