"""Judgements that many lessons share: refusals, inputs left alone, time."""

import re
from collections.abc import Callable
from typing import Any

from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial

_BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[,_' \u00a0\u202f](?=\d{3})")


def refusal(trial: Trial, at_fault: Callable[[dict[str, Any]], list[str]]) -> Finding | None:
    """Judge a case that must be refused with a `ValueError` whose sentence names an argument and its value.

    Args:
        trial: a case whose right answer is a refusal.
        at_fault: returns the names of the arguments at fault, from the arguments by name.
    """
    names = at_fault(trial.given)
    wanted = ", or ".join(f"{name} and {trial.given[name]!r}" for name in names)
    expected = f"a ValueError whose sentence names {wanted}"
    error = trial.outcome.error
    if error is None:
        return Finding(expected, "no error: the function returned")
    if "ValueError" not in error.kinds:
        return Finding(expected, f"{error.kinds[0]}: {error.text}" if error.text else error.kinds[0])
    if any(is_named(name, trial.given[name], error.text) for name in names):
        return None
    return Finding(expected, f"ValueError: {error.text}" if error.text else "a ValueError without a sentence")


def is_named(name: str, value: Any, sentence: str) -> bool:
    """Say whether a sentence names an argument and its value, however it writes them.

    Examples:
        >>> is_named("max_output", 8192, "Max output is 8,192, and the window is smaller.")
        True
        >>> is_named("buffer", -5, "buffer must not be negative")
        False
    """
    words, number = sentence.lower(), str(value)
    is_there = name in words or name.replace("_", " ") in words
    return is_there and (number in sentence or number in _BETWEEN_THOUSANDS.sub("", sentence))


def left_alone(trial: Trial) -> Finding | None:
    """Judge that the arguments did not change, and that no list that was given came back as the answer."""
    if trial.changed_arguments:
        return Finding("arguments that are afterwards as they were before", "an argument was changed in place")
    if trial.outcome.status == "ok" and trial.shares_the_list():
        return Finding("a new list, also where nothing had to change", "the very list that was given")
    return None


def in_time(trial: Trial) -> Finding | None:
    """Judge a large case: it came back within its processor time, with the right answer."""
    seconds = trial.case.seconds
    if trial.outcome.status == "timeout":
        return Finding(
            f"an answer within {seconds:g} s of processor time; copying all of it twice takes less than half of that",
            f"no answer after {seconds:g} s: something is gone over, or copied, again and again",
        )
    if not trial.is_right:
        return Finding("the answer that small cases get", "another answer on this large one")
    return None
