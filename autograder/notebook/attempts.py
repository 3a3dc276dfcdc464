"""Attempts: what was judged last of each lesson, in this kernel, and a line about each on disk."""

import hashlib
from dataclasses import dataclass
from typing import Any

from autograder.lessons.judging import Verdict
from autograder.notebook.functions import source_mark
from autograder.notebook.records import Records


@dataclass(frozen=True, slots=True)
class Attempt:
    """One judged version of a function.

    Attributes:
        verdict: what came out.
        source: a mark of the function's source.
        mark: a mark of source and verdict together: the same for a check that was merely run again.
    """

    verdict: Verdict
    source: str
    mark: str


_last: dict[str, Attempt] = {}


def remember(function: Any, verdict: Verdict) -> str:
    """Keep an attempt, here and on disk.

    Returns:
        a sentence where it could not be written; empty where it was, and where that was said before.
    """
    source = source_mark(function)
    shown = "" if verdict.shown is None else f"{verdict.shown.title} {verdict.shown.trial.case.name}"
    mark = hashlib.sha256(f"{source} {verdict.states} {shown}".encode()).hexdigest()[:16]
    lesson = verdict.lesson
    _last.pop(lesson.name, None)
    _last[lesson.name] = Attempt(verdict, source, mark)
    return Records.here().append(
        kind="check",
        lesson=lesson.name,
        version=lesson.version,
        score=verdict.score,
        points=lesson.points,
        broken=verdict.broken,
        passed=verdict.passed,
        mark=mark,
    )


def last_attempt(lesson: str) -> Attempt | None:
    """Return the last attempt at a lesson in this kernel."""
    return _last.get(lesson)


def last_lesson() -> str | None:
    """Return the lesson that was tried last in this kernel."""
    return next(reversed(_last), None)
