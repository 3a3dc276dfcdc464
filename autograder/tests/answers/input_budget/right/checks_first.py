"""Compares before it subtracts."""


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    if max_output + buffer >= window:
        raise ValueError(f"max_output ({max_output}) and buffer ({buffer}) fill the window of {window}.")
    return window - (max_output + buffer)
