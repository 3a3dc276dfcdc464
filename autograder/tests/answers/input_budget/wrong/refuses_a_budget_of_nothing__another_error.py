"""Asserts instead of raising a ValueError."""


def input_budget(window, max_output, buffer):
    budget = window - max_output - buffer
    assert budget > 0, f"window is {window}, max_output {max_output} and buffer {buffer}"
    return budget
