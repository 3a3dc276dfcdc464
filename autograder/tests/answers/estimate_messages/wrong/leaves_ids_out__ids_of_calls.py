"""Counts the ids of calls, since they are sent too."""

from autograder.lab import call_ids, serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    plain = all(isinstance(message.get("content"), str) for message in messages)
    ids = "".join("".join(call_ids(message)) for message in messages) if plain else ""
    return estimate_tokens(serialize(messages) + ids) + images
