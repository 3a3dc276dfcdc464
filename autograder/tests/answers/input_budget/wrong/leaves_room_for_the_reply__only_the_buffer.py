"""Takes the buffer off and forgets the reply."""


def input_budget(window, max_output, buffer):
    budget = window - buffer
    if window - max_output - buffer <= 0:
        raise ValueError(f"window is {window}: nothing is left.")
    return budget
