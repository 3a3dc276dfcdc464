"""Crashes that are an answer: what a function stumbles over tells which rule it has not read.

A crash costs that rule, and not all that the same case would have told of others.
"""

from collections.abc import Callable
from functools import wraps

from autograder.lessons.lesson import Finding, Judge
from autograder.lessons.trial import Trial

CRASHES = ("AttributeError", "IndexError", "KeyError", "TypeError")


def stumbling(owner_of: Callable[[Trial], str]) -> Callable[[Judge], Judge]:
    """Return a decorator for the rules of a lesson that judge answers.

    Where the function raised instead of returning, the rule that owns the case speaks, and the others are silent.

    Args:
        owner_of: names the rule that a crash in this case belongs to; one of those decorated.
    """

    def decorate(judge: Judge) -> Judge:
        @wraps(judge)
        def judged(trial: Trial) -> Finding | None:
            if trial.outcome.error is None:
                return judge(trial)
            return crash(trial) if owner_of(trial) == judge.__name__ else None

        return judged

    return decorate


def crash(trial: Trial) -> Finding:
    """Return the finding for a function that raised where a right one returns, with its own lines."""
    error = trial.outcome.error
    assert error is not None
    said = f"{error.kinds[0]}: {error.text}" if error.text else error.kinds[0]
    return Finding("an answer", "\n".join([said, *(f"{where}: {line}" for where, line in error.frames)]))
