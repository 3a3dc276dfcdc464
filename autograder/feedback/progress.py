"""Progress made readable: as text, as HTML, and as Markdown for a page that opens each chapter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from autograder.feedback.columns import table
from autograder.feedback.html import rendered, style_html

State = Literal["done", "open", "not tried"]


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """How far one function is.

    Attributes:
        name: of the function.
        state: `done` once every rule held; `open` where an attempt was made.
        score: the most points earned in one attempt.
        points: the most that can be earned.
        tried: when it was last tried, as `2026-11-30 15:52` in UTC; empty where never.
        broken: the first rule broken in the last attempt; empty where none was, or none was made.
    """

    name: str
    state: State
    score: int
    points: int
    tried: str = ""
    broken: str = ""


@dataclass(frozen=True, slots=True)
class ChapterProgress:
    """How far one chapter is.

    Attributes:
        name: of its folder, such as `ch03_trim`.
        title: in words.
        minutes: a learner's time, about.
        lessons: its functions, in teaching order.
    """

    name: str
    title: str
    minutes: int
    lessons: tuple[LessonProgress, ...]

    @property
    def done(self) -> int:
        """The number of functions that are done."""
        return sum(each.state == "done" for each in self.lessons)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a learner is.

    Attributes:
        chapters: all of them, in order.
        last: the function tried last; empty where none was.
        note: what had to be said about the file; empty where nothing.
    """

    chapters: tuple[ChapterProgress, ...]
    last: str = ""
    note: str = ""

    def __repr__(self) -> str:
        return progress_text(self)

    def _repr_html_(self) -> str:
        return progress_page(self)


SIGNS = {"done": "✓", "open": "◐", "not tried": "·"}


def progress_text(progress: Progress) -> str:
    """Return progress to read in a terminal."""
    blocks = [_chapter_text(each) for each in progress.chapters]
    said = f"Last tried: {progress.last}" if progress.last else "Nothing was tried yet."
    return "\n\n".join(filter(None, [*blocks, said, progress.note])) + "\n"


def _chapter_text(chapter: ChapterProgress) -> str:
    head = " · ".join(filter(None, [chapter.title, f"about {chapter.minutes} minutes" * bool(chapter.minutes)]))
    rows = [[f" {SIGNS[each.state]}", each.name, _points(each), each.tried, _broken(each)] for each in chapter.lessons]
    return "\n".join([head, *filter(None, [table(rows) if rows else ""])])


def progress_page(progress: Progress) -> str:
    """Return progress as HTML that needs nothing beside it."""
    return style_html() + rendered(
        "progress.html.j2", progress=progress, signs=SIGNS, points=_points, done=_done, broken=_broken
    )


def progress_markdown(progress: Progress, link: Callable[[str], str]) -> str:
    """Return progress as a Markdown table with a row for each chapter.

    Args:
        progress: what to draw.
        link: returns where a chapter's notebook lies, from the name of its folder.
    """
    lines = ["| chapter | about minutes | done | points |", "| --- | ---: | ---: | ---: |"]
    for chapter in progress.chapters:
        score, points = sum(each.score for each in chapter.lessons), sum(each.points for each in chapter.lessons)
        counts = f"{chapter.minutes} | {_done(chapter)} | {score} of {points}" if chapter.lessons else " | to read | "
        lines.append(f"| [{_plain(chapter.title)}]({link(chapter.name)}) | {counts} |")
    said = [f"Last tried: `{progress.last}`."] if progress.last else []
    return "\n".join([*lines, "", *said, *filter(None, [_plain(progress.note)])])


def _done(chapter: ChapterProgress) -> str:
    return f"{chapter.done} of {len(chapter.lessons)}" if chapter.lessons else ""


def _points(lesson: LessonProgress) -> str:
    return f"{lesson.score} of {lesson.points}"


def _broken(lesson: LessonProgress) -> str:
    return f"not yet: {lesson.broken}" if lesson.state == "open" and lesson.broken else ""


def _plain(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|" else letter for letter in text)
