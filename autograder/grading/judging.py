"""From a submission to results: each lesson of its chapter, judged in a child of its own."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.grading.extraction import needed_pieces
from autograder.grading.session import Session
from autograder.grading.submission import Submission
from autograder.grading.workshop import Workshop
from autograder.lessons.catalog import chapters, lesson_named, lesson_names
from autograder.lessons.judging import Verdict
from autograder.lessons.running import judge_runs, standard_run

RIGHT = Path(__file__).parents[1] / "lessons" / "right"


@dataclass(frozen=True, slots=True)
class Result:
    """One lesson of one submission.

    Attributes:
        submission: what was judged.
        lesson: the function's name.
        verdict: the judgement; `None` where nothing could be run.
        problem: one sentence, where nothing could be run.
        seconds: how long it took.
    """

    submission: Submission
    lesson: str
    verdict: Verdict | None
    problem: str
    seconds: float

    @property
    def score(self) -> int:
        """The points earned."""
        return 0 if self.verdict is None else self.verdict.score

    @property
    def points(self) -> int:
        """The most that could be earned."""
        return lesson_named(self.lesson).points

    def text(self) -> str:
        """Return the report as text."""
        return f"{self.lesson}  {self.problem}" if self.verdict is None else Report(self.verdict).text()

    def html(self) -> str:
        """Return the report as HTML."""
        return f"<p>{self.lesson}: {self.problem}</p>" if self.verdict is None else Report(self.verdict)._repr_html_()

    @property
    def broken(self) -> str | None:
        """The first rule that did not hold, or `None`."""
        return lesson_named(self.lesson).rules[0].name if self.verdict is None else self.verdict.broken


def judge_submission(workshop: Workshop, submission: Submission) -> Iterator[Result]:
    """Judge every lesson of a submission's chapter; a file that tells no chapter yields nothing."""
    for name in lesson_names(submission.chapter) if submission.chapter else ():
        start = time.perf_counter()
        verdict, problem = _judge(workshop, submission, name)
        yield Result(submission, name, verdict, problem, time.perf_counter() - start)


def _judge(workshop: Workshop, submission: Submission, name: str) -> tuple[Verdict | None, str]:
    if submission.problem:
        return None, submission.problem
    try:
        pieces = needed_pieces(submission.cells, name)
    except SyntaxError as error:
        return None, f"{error.filename}, line {error.lineno}, is not Python: {error.msg}."
    if not pieces:
        return None, f"{name} is nowhere in the notebook."
    order = {
        "name": name,
        "pieces": [[piece.label, piece.source] for piece in pieces],
        "modules": _given(submission.chapter),
        "needs": {need: _right_source(need) for need in lesson_named(name).needs},
    }
    cases = [case for case, _ in standard_run(name)]
    with Session(workshop, order, cases) as session:
        return judge_runs(name, session.run), ""


@cache
def _right_source(name: str) -> str:
    return (RIGHT / f"{name}.py").read_text(encoding="utf-8")


@cache
def _given(chapter: str) -> dict[str, str]:
    """Return the module of given code that stands beside a chapter's notebook."""
    earlier = [name for each in chapters() if each < chapter for name in lesson_names(each)]
    number = chapter.partition("_")[0]
    return {f"given_{number}": "\n\n".join(_right_source(name) for name in earlier)}
