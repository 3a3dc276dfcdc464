"""Writes the time as it came."""


def runtime_layer(now, model):
    return f"Now: {now.isoformat()}. Model: {model}."
