"""The oracle: the right version of each function, generated from `solutions/`, and what it does with a case."""

import importlib
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


def right_outcome(name: str, case: Case) -> Outcome:
    """Return what the right version does with a case."""
    player = Player(case.scripts)
    return player.recorded(run_case(right_function(name), case.to_json(), player.ask))
