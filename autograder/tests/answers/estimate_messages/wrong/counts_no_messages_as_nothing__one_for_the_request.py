"""Adds a token for the request itself."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    return max(1, estimate_tokens(serialize(messages)) + images)
