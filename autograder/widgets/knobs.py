"""What a reader may turn on a window: its limits, how long results are, and the numbers that functions take."""

from collections.abc import Sequence
from typing import Any

from autograder.widgets.frames import Limits
from autograder.widgets.growing import USUAL
from autograder.widgets.policies import parameters_of
from autograder.widgets.trying import name_of

Knob = dict[str, Any]
Arguments = dict[str, Any]

STEP = 256  # tokens
MOST_GROWTH = 400  # percent
TIMES = 3  # a knob goes up to so many times its first value


def limit_knobs(limits: Limits) -> list[Knob]:
    """Return the knobs of the provider and of the session."""
    tokens = {"window": (limits.window, STEP), "reserve": (limits.reserve, 0), "buffer": (limits.buffer, 0)}
    labels = {"window": "window", "reserve": "reply reserve", "buffer": "buffer"}
    most = -(-TIMES * limits.window // STEP) * STEP
    found = [
        _knob(key, labels[key], value, least, most if key == "window" else limits.window, STEP, "tokens")
        for key, (value, least) in tokens.items()
    ]
    return [*found, _knob("growth", "length of results", USUAL, 25, MOST_GROWTH, 25, "%")]


def number_knobs(function: Any, arguments: Arguments) -> list[Knob]:
    """Return a knob for each whole number a function takes: one that was given, or one with a default."""
    name = name_of(function)
    found = []
    for key, parameter in parameters_of(function).items():
        value = arguments.get(key, parameter.default)
        if type(value) is int:
            found.append(_knob(f"{name}.{key}", f"{name}: {key}", value, 0, max(20, TIMES * value), 1, ""))
    return found


def _knob(key: str, label: str, value: int, least: int, most: int, step: int, unit: str) -> Knob:
    return {"key": key, "label": label, "value": value, "least": least, "most": most, "step": step, "unit": unit}


def turned(knobs: Sequence[Knob], wish: dict[str, Any]) -> list[Knob]:
    """Return the knobs as a reader turned them.

    Raises:
        ValueError: a wish is no whole number, or 0 tokens of a window.
    """
    for key, value in wish.items():
        if type(value) is not int or value < 0 or (key == "window" and value == 0):
            raise ValueError(f"{key} is {value!r}: use a whole number, {1 if key == 'window' else 0} or more.")
    return [{**knob, "value": wish.get(knob["key"], knob["value"])} for knob in knobs]
