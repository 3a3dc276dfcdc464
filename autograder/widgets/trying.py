"""A learner's function tried for a picture: called with a guard, on copies, and what came of it in a sentence."""

from collections.abc import Callable
from typing import Any

from autograder.execution.cases import DEFAULT_SECONDS, one_call
from autograder.execution.outcomes import Outcome
from autograder.execution.running import run_case
from autograder.execution.values import Decoder, Unreadable

_SAYS = {
    "timeout": f"did not come back within {DEFAULT_SECONDS:g} s of processor time",
    "not written": "is not written yet",
}


def name_of(function: Any) -> str:
    """Return what a picture calls a function."""
    return getattr(function, "__name__", type(function).__name__).replace("<lambda>", "this function")


def tried(function: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Any, str]:
    """Call a function on copies of plain arguments.

    Returns:
        what it returned, and an empty text; or `None`, and what to say after its name.

    Examples:
        >>> tried(len, [1, 2, 3])
        (3, '')
        >>> tried(len, 3)
        (None, "raised TypeError: object of type 'int' has no len()")
    """
    try:
        outcome = run_case(function, one_call(*args, **kwargs), lambda name, given, named: {"return": None})
        if outcome.status != "ok":
            return None, _why(outcome)
        given = [each for argument in args if type(argument) is list for each in argument if type(each) is dict]
        return Decoder(given).decode(outcome.values[0]), ""
    except Unreadable as problem:
        return None, f"returned something that {problem}"


def _why(outcome: Outcome) -> str:
    error = outcome.error
    if outcome.status == "unreadable":
        return f"returned something that {outcome.note}"
    if error is None:
        return _SAYS.get(outcome.status) or outcome.note or outcome.status
    return f"raised {error.kinds[0]}: {error.text}" if error.text else f"raised {error.kinds[0]}"
