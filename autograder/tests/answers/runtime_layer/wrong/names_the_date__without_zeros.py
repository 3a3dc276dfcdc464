"""Leaves the zeros out."""


def runtime_layer(now, model):
    return f"Today is {now.year}-{now.month}-{now.day}. You are {model}."
