"""Asks the machine for the day, and not its argument."""

from datetime import date


def runtime_layer(now, model):
    return f"Today is {date.today().isoformat()}. You are {model}."
