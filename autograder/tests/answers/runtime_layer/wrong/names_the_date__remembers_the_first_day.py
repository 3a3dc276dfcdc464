"""Remembers the first text it made, and gives it on every day."""

_texts = {}


def runtime_layer(now, model):
    return _texts.setdefault(model, f"Today is {now.isoformat()[:10]}. You are {model}.")
