"""Counts how Python prints the list."""


def estimate_messages(messages):
    return estimate_tokens("".join(str(message) for message in messages))
