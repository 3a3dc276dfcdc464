"""Joins text parts with a blank."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    flat = []
    for message in messages:
        content = message.get("content")
        if isinstance(content, list):
            content = " ".join(part["text"] for part in content if part.get("type") == "text")
        flat.append(message | {"content": content})
    return estimate_tokens(serialize(flat)) + images
