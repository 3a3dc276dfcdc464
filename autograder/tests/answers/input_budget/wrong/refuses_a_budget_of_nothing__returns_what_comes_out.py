"""Returns a negative number."""


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    return window - max_output - buffer
