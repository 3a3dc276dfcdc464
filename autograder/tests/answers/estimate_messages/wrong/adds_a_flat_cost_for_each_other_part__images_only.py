"""Knows images, and takes files for nothing."""

from autograder.lab import serialize


def estimate_messages(messages):
    contents = [message.get("content") for message in messages]
    images = sum(p.get("type") == "image_url" for c in contents if isinstance(c, list) for p in c)
    return estimate_tokens(serialize(messages)) + 85 * images
