"""Verdicts that several tests look at, each made once."""

from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from autograder.authoring.standard import ANSWERS, SEARCHED, load_answer
from autograder.execution.cases import Case
from autograder.execution.outcomes import Outcome
from autograder.lessons.catalog import lesson_folders, lesson_named
from autograder.lessons.judging import Verdict
from autograder.lessons.oracle import outcome_of, right_outcome
from autograder.lessons.running import Run, judge_runs

LESSONS = list(lesson_folders())


def answers(kind: str) -> list[tuple[str, str]]:
    """Return every wrong or right answer there is, as the lesson and the file's name without `.py`."""
    return [(lesson, each.stem) for lesson in LESSONS for each in sorted((ANSWERS / lesson / kind).glob("*.py"))]


def answer_path(lesson: str, kind: str, stem: str) -> Path:
    """Return where an answer lies."""
    return ANSWERS / lesson / kind / f"{stem}.py"


def runner(function: Any) -> Run:
    """Return a way to run a function of this process on a case."""
    return partial(outcome_of, function)


@cache
def verdict_of(lesson: str, kind: str, stem: str) -> Verdict:
    """Judge an answer in the standard run."""
    return judge_runs(lesson, runner(load_answer(answer_path(lesson, kind, stem), lesson)))


@cache
def sampled_cases(lesson: str, count: int) -> list[tuple[Case, Outcome]]:
    """Return cases of a lesson's enumeration, evenly spaced up to the largest, with what a right version does."""
    cases = list(islice(lesson_named(lesson).small_cases(), SEARCHED))
    chosen = cases[:: max(1, len(cases) // count)]
    return [(case, right_outcome(lesson, case)) for case in chosen]
