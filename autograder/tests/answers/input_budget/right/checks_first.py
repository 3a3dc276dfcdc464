"""Compares before it subtracts."""


def input_budget(window, max_output, buffer):
    if max_output + buffer >= window:
        raise ValueError(f"max_output ({max_output}) and buffer ({buffer}) fill the window of {window}.")
    return window - (max_output + buffer)
