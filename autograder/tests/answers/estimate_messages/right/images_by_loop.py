"""Counts the other parts in nested loops."""

from autograder.lab import serialize


def estimate_messages(messages):
    tokens = estimate_tokens(serialize(messages))
    for message in messages:
        content = message.get("content")
        if content is None or isinstance(content, str):
            continue
        for part in content:
            if part.get("type") != "text":
                tokens += 85
    return tokens
