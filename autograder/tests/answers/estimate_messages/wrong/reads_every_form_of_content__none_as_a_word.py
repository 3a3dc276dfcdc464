"""Writes the word None where there is no content."""

from autograder.lab import calls_of, text_of


def estimate_messages(messages):
    images = 85 * sum(
        part.get("type") != "text"
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )
    lines = []
    for message in messages:
        content = message.get("content")
        text = text_of(message) if isinstance(content, list) else content
        functions = [each["function"] for each in calls_of(message)]
        calls = "".join(f" {each.get('name') or ''}{each.get('arguments') or ''}" for each in functions)
        lines.append(f"{message.get('role') or ''}:{text}{calls}\n")
    return estimate_tokens("".join(lines)) + images
