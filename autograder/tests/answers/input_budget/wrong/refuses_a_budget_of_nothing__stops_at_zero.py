"""Returns 0 where nothing is left."""


def input_budget(window, max_output, buffer):
    return max(0, window - max_output - buffer)
