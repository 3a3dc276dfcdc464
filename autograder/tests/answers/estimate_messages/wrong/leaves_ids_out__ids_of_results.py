"""Counts the id each result carries."""

from autograder.lab import serialize


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    plain = all(isinstance(message.get("content"), str) for message in messages)
    ids = "".join(message.get("tool_call_id") or "" for message in messages) if plain else ""
    return estimate_tokens(serialize(messages) + ids) + images
