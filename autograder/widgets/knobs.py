"""What a reader may turn on a picture: limits, how long results are, the numbers that functions take, and choices.

A knob has `key`, `label` and `value`; one for a number has `least`, `most`, `step` and `unit`, and may have `few`, the
places of it that a page carries; one for a choice has `choices`.
"""

from collections.abc import Iterable, Sequence
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
FEW_TIMES = (1 / 4, 1 / 2, 1, 2, TIMES)  # of its first value: the places of a knob that a page carries
FEW_PARTS = (0, 1 / 16, 1 / 8, 1 / 4, 1 / 2)  # of the most it goes to: those of a knob that stands at 0


def limit_knobs(limits: Limits) -> list[Knob]:
    """Return the knobs of the provider and of the session."""
    tokens = {"window": (limits.window, STEP), "reserve": (limits.reserve, 0), "buffer": (limits.buffer, 0)}
    labels = {"window": "window", "reserve": "reply reserve", "buffer": "buffer"}
    most = -(-TIMES * limits.window // STEP) * STEP
    found = [
        number_knob(key, labels[key], value, least, most if key == "window" else limits.window, STEP, "tokens")
        for key, (value, least) in tokens.items()
    ]
    return [*found, growth_knob()]


def growth_knob() -> Knob:
    """Return the knob for how long results are."""
    return number_knob("growth", "length of results", USUAL, 25, MOST_GROWTH, 25, "%")


def argument_knobs(function: Any, arguments: Arguments) -> list[Knob]:
    """Return a knob for each whole number a function takes: one that was given, or one with a default."""
    name = name_of(function)
    found = []
    for key, parameter in parameters_of(function).items():
        value = arguments.get(key, parameter.default)
        if type(value) is int:
            found.append(number_knob(f"{name}.{key}", f"{name}: {key}", value, 0, max(20, TIMES * value), 1, ""))
    return found


def turned_arguments(function: Any, values: dict[str, Any], touched: Iterable[str]) -> Arguments:
    """Return the arguments of a function that a reader turned; one that was left out stays so until it is touched."""
    own = f"{name_of(function)}."
    return {key.removeprefix(own): values[key] for key in touched if key.startswith(own)}


def taken(functions: Sequence[Any], arguments: Arguments) -> list[Arguments]:
    """Return for each of several functions the arguments it takes; a single one gets them all."""
    if len(functions) == 1:
        return [arguments]
    return [{key: each for key, each in arguments.items() if key in parameters_of(one)} for one in functions]


def number_knob(key: str, label: str, value: int, least: int, most: int, step: int, unit: str) -> Knob:
    """Return a knob for a number."""
    return {"key": key, "label": label, "value": value, "least": least, "most": most, "step": step, "unit": unit}


def choice_knob(key: str, label: str, value: str, choices: Sequence[str]) -> Knob:
    """Return a knob for one of several texts."""
    return {"key": key, "label": label, "value": value, "choices": list(choices)}


def places(knob: Knob) -> list[Any]:
    """Return some places of a knob, in order; where it stands is one of them.

    Examples:
        >>> places(number_knob("window", "window", 8192, 256, 24576, 256, "tokens"))
        [2048, 4096, 8192, 16384, 24576]
        >>> places(number_knob("head", "trim_history: head", 2, 0, 20, 1, ""))
        [0, 1, 2, 4, 6]
    """
    if "choices" in knob:
        return list(knob["choices"])
    if "few" in knob:
        return sorted({*knob["few"], knob["value"]})
    value, step = knob["value"], knob["step"]
    wanted = [value * part for part in FEW_TIMES] if value else [knob["most"] * part for part in FEW_PARTS]
    found = {min(knob["most"], max(knob["least"], int(each / step) * step)) for each in wanted}
    return sorted(found | {value})


def turned(knobs: Sequence[Knob], wish: dict[str, Any]) -> list[Knob]:
    """Return the knobs as a reader turned them.

    Raises:
        ValueError: a wish is no whole number, 0 tokens of a window, or none of the choices.
    """
    choices = {knob["key"]: knob["choices"] for knob in knobs if "choices" in knob}
    for key, value in wish.items():
        if key in choices and value not in choices[key]:
            raise ValueError(f"{key} is {value!r}: choose one of {', '.join(choices[key])}.")
        if key not in choices and (type(value) is not int or value < 0 or (key == "window" and value == 0)):
            raise ValueError(f"{key} is {value!r}: use a whole number, {1 if key == 'window' else 0} or more.")
    return [{**knob, "value": wish.get(knob["key"], knob["value"])} for knob in knobs]
