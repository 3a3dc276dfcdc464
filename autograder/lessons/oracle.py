"""The oracle: the right version of each function, generated from `solutions/`, and what it does with a case."""

import importlib
import inspect
from functools import cache
from typing import Any

from autograder.execution.cases import Case
from autograder.execution.outcomes import Outcome
from autograder.execution.running import run_case
from autograder.lessons.callbacks import Player


@cache
def right_function(name: str) -> Any:
    """Return the right version of a taught function or class."""
    return getattr(importlib.import_module(f"autograder.lessons.right.{name}"), name)


@cache
def right_signature(name: str) -> inspect.Signature:
    """Return the parameters of the right version of a taught function or class."""
    return inspect.signature(right_function(name))


def right_source(name: str) -> str:
    """Return the source of the right version with what it leans on, without the line that says it is generated."""
    source = inspect.getsource(importlib.import_module(f"autograder.lessons.right.{name}"))
    return source.partition("\n")[2].lstrip()


def right_outcome(name: str, case: Case) -> Outcome:
    """Return what the right version does with a case."""
    return outcome_of(right_function(name), case)


def outcome_of(function: Any, case: Case, right: Outcome | None = None) -> Outcome:
    """Return what a function of this process does with a case.

    Args:
        function: what is tried.
        case: on what.
        right: what a right version does, where that is known: a large answer that is the same is not written out.
    """

    def recognise(fingerprint: str) -> Outcome | None:
        return right if right is not None and right.fingerprint == fingerprint else None

    player = Player(case.scripts)
    return player.recorded(run_case(function, case.to_json(), player.ask, recognise))
