"""Looks at the reply alone before it subtracts the buffer."""


def input_budget(window, max_output, buffer):
    if max_output >= window:
        raise ValueError(f"max_output is {max_output}: the window of {window} has no room for it.")
    return window - max_output - buffer
