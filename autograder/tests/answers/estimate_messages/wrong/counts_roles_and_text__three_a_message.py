"""Adds three tokens for each message, as some libraries do."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    return estimate_tokens(serialize(messages)) + 3 * len(messages) + images
