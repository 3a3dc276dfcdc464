"""The standard run of a lesson: every named edge, the smallest case for each wrong answer, and a ladder of sizes."""

import importlib.util
import json
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.execution.cases import Case
from autograder.execution.outcomes import Outcome
from autograder.execution.values import same
from autograder.lessons.catalog import lesson_named
from autograder.lessons.judging import first_broken, kind_of
from autograder.lessons.lesson import Lesson
from autograder.lessons.oracle import outcome_of, right_function, right_outcome
from autograder.lessons.running import case_to_json
from autograder.lessons.trial import Trial

ANSWERS = Path(__file__).parents[1] / "tests" / "answers"
LADDER = 40  # cases of the enumeration, evenly spaced
SEARCHED = 40_000  # cases of the enumeration looked at, at most
_SAYS_NOTHING: tuple[Any, ...] = (None, 0, "", [], {}, False, True)


def answer_files(lesson: str, kind: str) -> list[Path]:
    """Return the files of a lesson's wrong or right answers."""
    return sorted((ANSWERS / lesson / kind).glob("*.py"))


def load_answer(path: Path, lesson: str) -> Any:
    """Return the function that a file of answers defines.

    Right versions of what it needs are in place, and of earlier chapters in the module of given code, as in a notebook.
    """
    number = lesson_named(lesson).chapter.partition("_")[0]
    given = ModuleType(f"given_{number}")
    vars(given)["__getattr__"] = _right_or_no_attribute
    sys.modules[given.__name__] = given
    spec = importlib.util.spec_from_file_location(f"answer_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    needs = {name: right_function(name) for name in lesson_named(lesson).needs}
    vars(module).update(needs)
    spec.loader.exec_module(module)
    vars(module).update(needs)
    return getattr(module, lesson)


def _right_or_no_attribute(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return right_function(name)


def label_of(path: Path) -> str:
    """Return the rule a wrong answer breaks first: the part of its file name before `__`."""
    return path.stem.partition("__")[0]


def standard_lines(lesson: Lesson) -> str:
    """Return a lesson's standard run as text, one case a line, smallest first."""
    wrong = [(label_of(path), load_answer(path, lesson.name)) for path in answer_files(lesson.name, "wrong")]
    trials = _Trials(lesson)
    named = sorted(lesson.named_cases(), key=_size)
    small = list(islice(lesson.small_cases(), SEARCHED))
    answered = {rule.name for rule in lesson.rules if "answer" in rule.on}  # the enumeration holds no other cases
    chosen = {each.name: each for each in named}
    for label, function in wrong:
        found = next((each for each in named if trials.tells(each, label, function)), None)
        smaller = (c for c in small if (found is None or c.size < found.size) and label in answered)
        first = next((each for each in smaller if trials.tells(each, label, function)), None)
        if first is not None:
            chosen[first.name] = first
    chosen |= {each.name: each for each in _ladder(small)}
    cases = _with_telling(trials, sorted(chosen.values(), key=_size), wrong)
    return "".join(json.dumps(case_to_json(each), ensure_ascii=True) + "\n" for each in cases)


def _size(case: Case) -> int:
    return case.size


def _ladder(small: list[Case]) -> list[Case]:
    step = max(1, len(small) // LADDER)
    return small[step // 2 :: step][:LADDER]


class _Trials:
    """A lesson's cases, tried; what a right version does with a case is found out once."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._rules = {rule.name: rule for rule in lesson.rules}
        self._right: dict[str, Outcome] = {}

    def right(self, case: Case) -> Outcome:
        """Return what a right version does."""
        if case.name not in self._right:
            self._right[case.name] = right_outcome(self.lesson.name, case)
        return self._right[case.name]

    def tells(self, case: Case, label: str, function: Any) -> bool:
        """Say whether a wrong answer breaks the rule of its label first in a case."""
        right = self.right(case)
        if kind_of(Trial(self.lesson.name, case, right, right)) not in self._rules[label].on:
            return False
        outcome = outcome_of(function, case, right)
        shown = first_broken(self.lesson, Trial(self.lesson.name, case, outcome, right))
        return shown is not None and shown.rule is not None and shown.rule.name == label


def _with_telling(trials: _Trials, cases: list[Case], wrong: list[tuple[str, Any]]) -> list[Case]:
    """Return the cases with the rules they tell.

    A case whose right answer says nothing (empty, zero, the input, or a dict of such) proves a rule only where no
    better case does.
    """
    told = [{label for label, function in wrong if trials.tells(case, label, function)} for case in cases]
    plain = [_says_nothing(trials, case) for case in cases]
    better = {label for labels, poor in zip(told, plain, strict=True) if not poor for label in labels}
    return [
        replace(case, telling=frozenset(labels - better if poor else labels))
        for case, labels, poor in zip(cases, told, plain, strict=True)
    ]


def _says_nothing(trials: _Trials, case: Case) -> bool:
    right = trials.right(case)
    if right.status != "ok" or case.judges_speed:
        return False
    trial = Trial(trials.lesson.name, case, right, right)
    inputs = [each for _, args, kwargs in trial.calls for each in (*args, *kwargs.values())]
    answer = trial.right_answer
    parts = list(answer.values()) if type(answer) is dict else [answer]
    parts = [part for part in parts if type(part) is not int] or parts  # a count beside them says little
    return all(any(same(part, each) for each in (*_SAYS_NOTHING, *inputs)) for part in parts)
