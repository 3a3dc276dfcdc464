"""Takes the buffer off and forgets the reply."""


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    budget = window - buffer
    if window - max_output - buffer <= 0:
        raise ValueError(f"window is {window}: nothing is left.")
    return budget
