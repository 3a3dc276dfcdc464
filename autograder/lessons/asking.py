"""Judgements that lessons with a callback share: how often it was asked, and what became of its errors."""

from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial


def times(count: int) -> str:
    """Say how often something was called.

    Examples:
        >>> times(0), times(1), times(3)
        ('no call', '1 call', '3 calls')
    """
    return "no call" if count == 0 else f"{count} call{'' if count == 1 else 's'}"


def let_out(trial: Trial) -> Finding | None:
    """Judge a case in which a callback fails: its error went out as it was, and it was not asked again."""
    wanted, error = trial.right.error, trial.outcome.error
    assert wanted is not None
    name = trial.right_asked[-1].name
    expected = f"{wanted.kinds[0]}, as {name} raised it"
    if error is None:
        return Finding(expected, "no error: the function returned")
    if (error.kinds, error.text) != (wanted.kinds, wanted.text):
        return Finding(expected, f"{error.kinds[0]}: {error.text}" if error.text else error.kinds[0])
    if len(trial.asked) != len(trial.right_asked):
        return Finding(f"{times(len(trial.right_asked))} of {name}", times(len(trial.asked)))
    return None
