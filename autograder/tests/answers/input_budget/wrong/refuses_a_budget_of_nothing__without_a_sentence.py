"""Raises without saying what is wrong."""


def input_budget(window, max_output, buffer):
    budget = window - max_output - buffer
    if budget <= 0:
        raise ValueError("invalid settings")
    return budget
