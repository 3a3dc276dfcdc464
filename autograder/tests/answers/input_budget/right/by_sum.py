"""Sums up what comes off."""


def input_budget(window, max_output, buffer):
    budget = sum([window, -max_output, -buffer])
    if budget > 0:
        return budget
    raise ValueError("the budget would be {} with window {}".format(budget, window))
