"""The calls of a case, written so that they can be pasted: shortened for reading, and whole for trying."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.execution.cases import CALL, NEW, Case, Script, answer_of
from autograder.execution.values import Value
from autograder.feedback.columns import filled
from autograder.feedback.spelling import Pieces, Speller, answer_name, called

CALL_WIDTH = 97  # places of a line of a call
CONTINUED = 4  # blanks before the further lines of a call
MAX_STEPS, FIRST_STEPS = 12, 3  # of a case with more calls than that, the first are shown
MAX_ANSWERS = 4  # of a callback that has more, the first are shown
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LAB_NAMES = re.compile(
    r"\b(assistant|call|system|tool|user"
    r"|broken_history|large_batch|long_block_history|long_history|long_text|wide_batch)\("
)


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried.

    Attributes:
        shown: for reading; long values are cut.
        whole: Python to paste, with its import line; callbacks are the names that `callbacks` tells of.
        shortened: whether the two differ in more than their layout.
        callbacks: one sentence for each callback: what it answers.
    """

    shown: str
    whole: str
    shortened: bool
    callbacks: tuple[str, ...]


def tried(name: str, case: Case) -> Tried:
    """Write what a case calls.

    Args:
        name: of the function or class.
        case: what was tried; not a hidden one.
    """
    short, whole = Speller(shortens=True), Speller()
    shown, written = (
        [filled(pieces, CALL_WIDTH, CONTINUED) for pieces in _steps(name, case, speller)] for speller in (short, whole)
    )
    code = "\n".join(written)
    left_out = len(shown) - FIRST_STEPS if len(shown) > MAX_STEPS else 0
    if left_out:
        shown[FIRST_STEPS:] = [f"… and {left_out} more calls"]
    callbacks = tuple(_sentence(key, script) for key, script in case.scripts.items())
    return Tried("\n".join(shown), _imports(code) + code, short.shortened or left_out > 0, callbacks)


def _steps(name: str, case: Case, speller: Speller) -> Iterator[Pieces]:
    instance = _HUMP.sub("_", name).lower()
    everything = json.dumps(case.to_json())
    for number, step in enumerate(case.steps):
        if step.target == CALL:
            first, *rest = called(speller, name, step.args, step.kwargs)
            named = json.dumps(answer_of(number)).removesuffix("}")
            is_used = f"{named}}}" in everything or f"{named}, " in everything  # whole, or by a key
            yield [f"{answer_name(number)} = {first}" if is_used else first, *rest]
        elif step.target == NEW:
            first, *rest = called(speller, name, step.args, step.kwargs)
            yield [f"{instance} = {first}", *rest]
        else:
            yield called(speller, f"{instance}.{step.target}", step.args, step.kwargs)


def _imports(code: str) -> str:
    names = sorted({*_LAB_NAMES.findall(code)})
    lines = [f"from autograder.lab import {', '.join(names)}"] if names else []
    lines += ["import datetime"] if "datetime." in code else []
    return "".join(f"{line}\n" for line in lines)


def _sentence(name: str, script: Script) -> str:
    if script.keeps is not None:
        return f"{name} holds {Speller(shortens=True).spell(script.keeps)}"
    answers = [_answer(each) for each in script.answers]
    if not answers:
        return f"{name} is never to be called"
    if len(answers) > MAX_ANSWERS:
        answers[MAX_ANSWERS - 1 :] = [f"goes on so: {len(answers)} answers in all"]
    return f"{name} {', then '.join(answers)}"


def _answer(answer: dict[str, Value]) -> str:
    speller = Speller(shortens=True)
    if "raise" in answer:
        given = ", ".join(speller.spell(each) for each in answer.get("args", []))
        return f"raises {answer['raise']}({given})"
    return f"returns {speller.spell(answer['return'])}"
