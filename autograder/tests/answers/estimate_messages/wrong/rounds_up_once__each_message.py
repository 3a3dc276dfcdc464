"""Estimates each message and adds up."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    return sum(estimate_tokens(serialize([message])) for message in messages) + images
