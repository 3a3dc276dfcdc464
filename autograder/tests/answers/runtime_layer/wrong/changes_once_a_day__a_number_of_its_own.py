"""Numbers its answers."""

from itertools import count

_numbers = count(1)


def runtime_layer(now, model):
    return f"Session {next(_numbers)}. Today is {now.isoformat()[:10]}. You are {model}."
