"""Begins its sentences with a capital, and groups digits as people do: a name and a value all the same."""


def input_budget(window, max_output, buffer):
    for what, number in (("Window", window), ("Max output", max_output), ("Buffer", buffer)):
        if number < 0:
            raise ValueError(f"{what} must not be negative, but is {number:,}.")
    left = window - max_output - buffer
    if left <= 0:
        raise ValueError(f"Nothing is left of a window of {window:,}.")
    return left
