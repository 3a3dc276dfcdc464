"""Looks at what is left only, so a negative buffer makes the window larger than it is."""


def input_budget(window, max_output, buffer):
    budget = window - max_output - buffer
    if budget <= 0:
        raise ValueError(f"window is {window}, max_output {max_output} and buffer {buffer}: nothing is left.")
    return budget
