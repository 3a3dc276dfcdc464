"""Takes a negative number for zero."""


def input_budget(window, max_output, buffer):
    budget = window - max(0, max_output) - max(0, buffer)
    if budget <= 0:
        raise ValueError(f"window is {window}, max_output {max_output} and buffer {buffer}: nothing is left.")
    return budget
