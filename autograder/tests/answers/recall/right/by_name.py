"""Names the argument, and copies."""


def recall(store, session):
    return [*store.read(session=session)]
