"""Writes the model's name in capitals."""


def runtime_layer(now, model):
    return f"Today is {now.isoformat()[:10]}. You are {model.upper()}."
