"""Writes the day first."""


def runtime_layer(now, model):
    return f"Today is {now.day}.{now.month}.{now.year}. You are {model}."
