"""Raises a ValueError of its own kind."""


class NothingLeft(ValueError):
    pass


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    left = window
    for name, tokens in (("max_output", max_output), ("buffer", buffer)):
        left -= tokens
        if left <= 0:
            raise NothingLeft(f"{name} is {tokens}, and that leaves nothing of the window. Use a smaller one.")
    return left
