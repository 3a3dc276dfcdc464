"""The catalogue: which chapters and lessons there are; a lesson is loaded when it is asked for."""

import importlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from autograder.lessons.lesson import Lesson

FOLDER = Path(__file__).parent


def chapters() -> list[str]:
    """Return the names of the chapters' folders, in order."""
    return sorted(each.parent.name for each in FOLDER.glob("ch[0-9][0-9]_*/__init__.py"))


def chapter_title(chapter: str) -> str:
    """Return a chapter's title: the first line of its package's docstring, without its full stop."""
    return str(importlib.import_module(f"autograder.lessons.{chapter}").__doc__).splitlines()[0].removesuffix(".")


def chapter_meant(word: str, known: Iterable[str]) -> str:
    """Return the chapter that a word stands for.

    Raises:
        LookupError: it stands for none of the known ones, which the message lists.

    Examples:
        >>> [chapter_meant(word, ["ch01_estimate", "ch03_trim"]) for word in ("ch03_trim", "ch03", "ch3", "03", "3")]
        ['ch03_trim', 'ch03_trim', 'ch03_trim', 'ch03_trim', 'ch03_trim']
    """
    known = list(known)
    number = re.fullmatch(r"(?:ch)?0?(\d)", word)
    found = [each for each in known if each == word or (number and each.startswith(f"ch0{number[1]}_"))]
    if not found:
        raise LookupError(f"{word!r} is no chapter. Chapters: {', '.join(known)}.")
    return found[0]


def lesson_names(chapter: str) -> tuple[str, ...]:
    """Return the functions a chapter teaches, in teaching order."""
    names: tuple[str, ...] = importlib.import_module(f"autograder.lessons.{chapter}").LESSONS
    return names


@cache
def lesson_folders() -> dict[str, str]:
    """Return the chapter of every taught function."""
    return {name: chapter for chapter in chapters() for name in lesson_names(chapter)}


@cache
def lesson_named(name: str) -> Lesson:
    """Return a lesson.

    Raises:
        LookupError: there is no such lesson; the message lists those there are.
    """
    chapter = lesson_folders().get(name)
    if chapter is None:
        raise LookupError(f"{name!r} is not a lesson of this course. Lessons: {', '.join(lesson_folders())}.")
    lesson = importlib.import_module(f"autograder.lessons.{chapter}.{name}").lesson
    assert isinstance(lesson, Lesson)
    return lesson


def chapter_lessons(chapter: str) -> list[Lesson]:
    """Return the lessons of a chapter, in teaching order."""
    return [lesson_named(name) for name in lesson_names(chapter)]
