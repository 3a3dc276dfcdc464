"""Estimates roles, contents and calls each for themselves."""

from autograder.lab import calls_of, text_of


def estimate_messages(messages):
    total = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    for message in messages:
        line = f"{message.get('role') or ''}:{text_of(message)}\n"
        calls = "".join(f" {c['function'].get('name') or ''}{c['function'].get('arguments') or ''}" for c in calls_of(message))
        total += estimate_tokens(line) + estimate_tokens(calls)
    return total
