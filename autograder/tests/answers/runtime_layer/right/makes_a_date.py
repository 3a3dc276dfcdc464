"""Makes a plain date of whatever was given."""

from datetime import date


def runtime_layer(now, model):
    today = date(now.year, now.month, now.day)
    return f"{today} ({today:%A}), {model}"
