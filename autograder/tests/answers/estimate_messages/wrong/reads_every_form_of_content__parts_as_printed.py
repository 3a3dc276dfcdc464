"""Counts a list of parts as Python prints it."""

from autograder.lab import calls_of


def estimate_messages(messages):
    lines = []
    for message in messages:
        functions = [each["function"] for each in calls_of(message)]
        calls = "".join(f" {each.get('name') or ''}{each.get('arguments') or ''}" for each in functions)
        lines.append(f"{message.get('role') or ''}:{message.get('content') or ''}{calls}\n")
    return estimate_tokens("".join(lines))
