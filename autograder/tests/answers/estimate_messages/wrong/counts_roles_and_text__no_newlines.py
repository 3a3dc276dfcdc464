"""Puts the lines together without their newlines."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    return estimate_tokens(serialize(messages).replace("\n", "")) + images
