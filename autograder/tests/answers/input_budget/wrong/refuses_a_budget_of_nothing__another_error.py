"""Asserts instead of raising a ValueError."""


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    budget = window - max_output - buffer
    assert budget > 0, f"window is {window}, max_output {max_output} and buffer {buffer}"
    return budget
