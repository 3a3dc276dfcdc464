"""Counts text only."""

from autograder.lab import serialize


def estimate_messages(messages):
    return estimate_tokens(serialize(messages))
