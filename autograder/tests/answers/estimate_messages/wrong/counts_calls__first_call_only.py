"""Counts the first call of a message, as if there were never two."""

from autograder.lab import calls_of, serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    short = [message | {"tool_calls": calls_of(message)[:1]} for message in messages]
    return estimate_tokens(serialize(short)) + images
