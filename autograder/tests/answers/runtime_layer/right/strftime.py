"""Formats the date by parts."""


def runtime_layer(now, model):
    return f"Model: {model}\nDate: {now.strftime('%Y-%m-%d')}"
