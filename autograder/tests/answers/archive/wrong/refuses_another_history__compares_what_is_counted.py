"""Compares the texts that are counted, which leave ids out."""

from autograder.lab import serialize


def archive(store, session, messages):
    stored = store.read(session)
    if len(stored) > len(messages) or serialize(stored) != serialize(messages[: len(stored)]):
        raise ValueError(f"the store has other messages of {session}")
    new = messages[len(stored) :]
    if new:
        store.append(session, new)
    return len(new)
