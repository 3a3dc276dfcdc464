"""Judging in the kernel: the function itself, beside right versions of what it needs; then a smaller example."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from autograder.execution.cases import Case
from autograder.execution.outcomes import Outcome
from autograder.lessons.catalog import lesson_named
from autograder.lessons.judging import Broken, Verdict, first_broken
from autograder.lessons.lesson import Lesson
from autograder.lessons.oracle import outcome_of, right_function, right_outcome
from autograder.lessons.running import judge_runs
from autograder.lessons.trial import Trial
from autograder.notebook.functions import names_called, namespace_of

SEARCHED = 2_000  # small cases looked at for a smaller example
SEARCH_SECONDS = 1.0  # of the clock; only a slow function meets it
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict, and what happened beside it.

    Attributes:
        verdict: with the smallest example that was found.
        printed: characters written to the standard output while judging.
        stood_in: needed functions that the learner's function calls, whose own versions are not right yet.
    """

    verdict: Verdict
    printed: int
    stood_in: tuple[str, ...]


def judged(function: Any, name: str) -> Judged:
    """Judge a function of this process.

    Raises:
        JudgeFault: a rule failed at its work.
        KeyboardInterrupt: the learner has waited enough; every name is as it was before.
    """
    lesson = lesson_named(name)
    runner = _Runner(function)
    with right_needs(function, lesson) as own:
        verdict = judge_runs(name, runner.run)
        printed = runner.printed
        if verdict.shown is not None:
            verdict = replace(verdict, shown=smaller(lesson, verdict.shown, runner))
    used = names_called(function, namespace_of(function)) if own else set()
    wrong = [need for need, version in own.items() if need in used and not judged(version, need).verdict.passed]
    return Judged(verdict, printed, tuple(wrong))


class _Runner:
    """Runs a function on cases, and counts what it prints."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.printed = 0

    def run(self, case: Case, right: Outcome) -> Outcome:
        outcome = outcome_of(self._function, case, right)
        self.printed += outcome.printed
        return outcome


@contextmanager
def right_needs(function: Any, lesson: Lesson) -> Iterator[dict[str, Any]]:
    """Put right versions of what a lesson needs where the function looks its names up, for a while.

    Returns:
        the learner's own versions of them: those defined beside the function.
    """
    namespace = namespace_of(function)
    before = {need: namespace.get(need, _MISSING) for need in lesson.needs}
    try:
        namespace.update({need: right_function(need) for need in lesson.needs})
        yield {need: each for need, each in before.items() if _is_own(each, namespace)}
    finally:
        for need, each in before.items():
            if each is _MISSING:
                namespace.pop(need, None)
            else:
                namespace[need] = each


def _is_own(version: Any, namespace: dict[str, Any]) -> bool:
    return callable(version) and namespace_of(version) is namespace


def smaller(lesson: Lesson, shown: Broken, runner: _Runner) -> Broken:
    """Return the smallest case found that shows the same cause; the one shown where there is none."""
    if shown.trial.outcome.status not in ("ok", "raised") or shown.trial.case.judges_speed:
        return shown
    end = time.monotonic() + SEARCH_SECONDS
    for number, case in enumerate(_small_cases(lesson.name)):
        if case.size >= shown.trial.case.size:
            continue
        right = _right_of_small(lesson.name, number)
        trial = Trial(lesson.name, case, runner.run(case, right), right)
        found = first_broken(lesson, trial)
        if found is not None and (found.rule, found.title) == (shown.rule, shown.title):
            return found
        if time.monotonic() > end:
            break
    return shown


@cache
def _small_cases(name: str) -> list[Case]:
    return list(islice(lesson_named(name).small_cases(), SEARCHED))


@cache
def _right_of_small(name: str, number: int) -> Outcome:
    return right_outcome(name, _small_cases(name)[number])
