"""Looks at the reply alone before it subtracts the buffer."""


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    if max_output >= window:
        raise ValueError(f"max_output is {max_output}: the window of {window} has no room for it.")
    return window - max_output - buffer
