"""Returns a negative number."""


def input_budget(window, max_output, buffer):
    return window - max_output - buffer
