"""What grading a submission comes to, as plain data: what the journal keeps and marks are written from."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder.feedback.html import report_html
from autograder.feedback.report import Report
from autograder.grading import private
from autograder.grading.collected import Collected
from autograder.grading.judging import Result, judge_submission
from autograder.grading.limits import Limits
from autograder.grading.submission import Submission
from autograder.grading.workshop import Workshop
from autograder.lessons.catalog import lesson_named, lesson_names

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Marked:
    """One lesson of a graded submission.

    Attributes:
        lesson: the function.
        score: points earned; `None` where it could not be judged through a fault of ours.
        points: the most there is.
        broken: the first rule that did not hold, or `None`.
        standing: what kind of report it is, as `Report.standing`.
        why: what to say of it in one line after the function's name; empty where all is right.
        text: the report, as text.
        html: the report, as HTML.
        source: the learner's code that was judged.
        seconds: how long it took.
    """

    lesson: str
    score: int | None
    points: int
    broken: str | None
    standing: str
    why: str
    text: str
    html: str
    source: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Graded:
    """One graded submission.

    Attributes:
        key: what it was judged by: the submission's bytes, the chapter, the lessons' version, the jail, the limits.
        student: whose it is.
        chapter: which chapter; empty where none could be told.
        file: the name of the file.
        problem: one sentence, where the file as a whole could not be judged.
        older: earlier files by the student that this one replaces.
        jail: the jail it ran in.
        lessons: one entry a lesson.
    """

    key: str
    student: str
    chapter: str
    file: str
    problem: str
    older: int
    jail: str
    lessons: tuple[Marked, ...]

    @property
    def score(self) -> int:
        """All points earned."""
        return sum(each.score or 0 for each in self.lessons)

    @property
    def points(self) -> int:
        """All points there are."""
        return sum(each.points for each in self.lessons)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Graded":
        """Read what `to_json` wrote."""
        return cls(**plain | {"lessons": tuple(Marked(**each) for each in plain["lessons"])})


def grade(workshop: Workshop, handed_in: Collected, submission: Submission, key: str) -> Graded:
    """Judge a submission."""
    lessons = tuple(_marked(result) for result in judge_submission(workshop, submission))
    name = Path(handed_in.member or handed_in.path).name
    return Graded(
        key, submission.student, submission.chapter, name, submission.problem, handed_in.older, workshop.jail, lessons
    )


def _marked(result: Result) -> Marked:
    report = result.report
    return Marked(
        report.lesson,
        None if result.fault else report.score,
        report.points,
        report.broken,
        report.standing,
        _why(report),
        report.text(),
        report_html(report),
        result.source,
        round(result.seconds, 4),
    )


def _why(report: Report) -> str:
    if report.passed:
        return ""
    return f"breaks: {report.title}" if report.standing == "broken" else report.title


def key_of(submission: Submission, workshop: Workshop) -> str:
    """Return what a grading is known by: the same key always means the same marks."""
    parts = [submission.digest[:24], submission.chapter, lessons_version(submission.chapter), workshop.jail]
    if workshop.limits != Limits():
        parts.append(_digest([repr(workshop.limits).encode()])[:8])
    return "-".join(parts)


@cache
def lessons_version(chapter: str) -> str:
    """Return a short text that changes whenever marks of a chapter may change: a hash over all that decides them."""
    lessons = PACKAGE / "lessons"
    names = lesson_names(chapter) if chapter else ()
    needs = {need for name in names for need in lesson_named(name).needs}
    files = [
        *sorted((PACKAGE / "execution").glob("*.py")),
        *sorted(lessons.glob("*.py")),
        *sorted((lessons / chapter).glob("*.py") if chapter else ()),
        *(lessons / "right" / f"{name}.py" for name in sorted({*names, *needs})),
        *(lessons / "standard" / f"{name}.jsonl" for name in names),
        *(file for file in private.loaded if file.stem in names),
    ]
    return _digest(file.read_bytes() for file in files)[:12]


def _digest(contents: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()
