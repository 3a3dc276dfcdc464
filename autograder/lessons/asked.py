"""What a function asked of one of its callbacks, as rules look at it."""

from collections.abc import Iterable
from typing import Any

from autograder.execution.outcomes import Asked


def arguments_of(asked: Iterable[Asked], name: str) -> list[list[Any]]:
    """Return the arguments of each call of a callback, in order.

    Args:
        asked: a trial's `asked` or `right_asked`.
        name: of the callback, or `name.method` of an object.

    Returns:
        A list for each call; named arguments stand after the others.
    """
    return [[*each.args, *each.kwargs.values()] for each in asked if each.name == name]
