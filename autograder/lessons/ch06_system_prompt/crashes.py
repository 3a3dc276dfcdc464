"""Crashes that are an answer: what a function stumbles over tells which rule it has not read."""

from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial

CRASHES = ("AttributeError", "KeyError", "TypeError")


def crash(trial: Trial, expected: str) -> Finding | None:
    """Return a finding where the function raised, and `None` where it returned."""
    error = trial.outcome.error
    return None if error is None else Finding(expected, f"{error.kinds[0]}: {error.text}")
