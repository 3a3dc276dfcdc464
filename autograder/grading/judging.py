"""From a submission to results: each lesson of its chapter, judged in a child of its own."""

import base64
import marshal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.feedback.report import Report, fault_report, report_of
from autograder.grading.budget import Budget
from autograder.grading.extraction import Piece
from autograder.grading.session import Session
from autograder.grading.submission import Submission
from autograder.grading.taking_apart import taken_apart
from autograder.grading.workshop import Workshop
from autograder.lessons.catalog import chapters, lesson_named, lesson_names
from autograder.lessons.judging import JudgeFault
from autograder.lessons.running import judge_runs, whole_run

RIGHT = Path(__file__).parents[1] / "lessons" / "right"


@dataclass(frozen=True, slots=True)
class Result:
    """One lesson of one submission.

    Attributes:
        submission: what was judged.
        report: what there is to say; its score is the mark.
        source: the code that was judged; empty where there is none.
        fault: whether it could not be judged through a fault of ours, so that the score says nothing.
        seconds: how long it took.
    """

    submission: Submission
    report: Report
    source: str
    fault: bool
    seconds: float


def judge_submission(workshop: Workshop, submission: Submission) -> Iterator[Result]:
    """Judge every lesson of a submission's chapter; a file that tells no chapter yields nothing."""
    if not submission.chapter:
        return
    start = time.perf_counter()
    names = lesson_names(submission.chapter)
    budget = Budget(workshop.limits)
    if submission.problem:
        taken = dict.fromkeys(names, (list[Piece](), submission.problem))
    else:
        taken = taken_apart(workshop, submission.cells, names)
    for name, (pieces, problem) in taken.items():
        if problem:
            report, fault = _not_judged(name, problem), False
        else:
            report, fault = _judge(workshop, submission, name, pieces, budget)
        source = "\n\n".join(piece.source.strip("\n") for piece in pieces)
        yield Result(submission, report, source, fault, time.perf_counter() - start)
        start = time.perf_counter()


def _judge(
    workshop: Workshop, submission: Submission, name: str, pieces: list[Piece], budget: Budget
) -> tuple[Report, bool]:
    order = {
        "name": name,
        "pieces": [[piece.label, piece.source] for piece in pieces],
        "modules": _given(submission.chapter, pieces),
        "needs": {need: _compiled(_right_source(need), f"right_{need}") for need in lesson_named(name).needs},
    }
    try:
        with Session(workshop, order, [case for case, _ in whole_run(name)], budget) as session:
            return report_of(judge_runs(name, session.run)), False
    except JudgeFault as fault:
        return fault_report(fault), True


def _not_judged(name: str, why: str) -> Report:
    lesson = lesson_named(name)
    return Report(name, "not judged", why, points=lesson.points, broken=lesson.rules[0].name)


@cache
def _right_source(name: str) -> str:
    return (RIGHT / f"{name}.py").read_text(encoding="utf-8")


def _given(chapter: str, pieces: list[Piece]) -> dict[str, tuple[str, str]]:
    """Return the module of given code that stands beside a chapter's notebook, where the code takes from it."""
    name = f"given_{chapter.partition('_')[0]}"
    return {name: _compiled(_given_source(chapter), name)} if any(name in piece.source for piece in pieces) else {}


@cache
def _compiled(source: str, label: str) -> tuple[str, str]:
    """Return code of ours, and the same compiled, so that no child has to; it is of this very Python."""
    code = compile(source, f"<{label}>", "exec", dont_inherit=True)
    return source, base64.b64encode(marshal.dumps(code)).decode("ascii")


@cache
def _given_source(chapter: str) -> str:
    earlier = [name for each in chapters() if each < chapter for name in lesson_names(each)]
    return "\n\n".join(_right_source(name) for name in earlier)
