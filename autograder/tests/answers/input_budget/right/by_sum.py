"""Sums up what comes off."""


def input_budget(window, max_output, buffer):
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}, below 0.")
    budget = sum([window, -max_output, -buffer])
    if budget > 0:
        return budget
    raise ValueError("the budget would be {} with window {}".format(budget, window))
