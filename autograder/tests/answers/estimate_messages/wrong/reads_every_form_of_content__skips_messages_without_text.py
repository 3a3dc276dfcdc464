"""Skips messages whose content is not plain text."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    lists = sum(estimate_tokens(serialize([m])) for m in messages if isinstance(m.get("content"), list))
    plain = [message for message in messages if isinstance(message.get("content"), str)]
    return estimate_tokens(serialize(plain)) + lists + images
