"""Shortens the model's name to its first word."""


def runtime_layer(now, model):
    return f"Today is {now.isoformat()[:10]}. You are {model.split(' ')[0]}."
