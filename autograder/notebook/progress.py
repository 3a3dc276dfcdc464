"""`progress`: what is done, open and last tried, across chapters, from the records of the study folder."""

from collections.abc import Iterable

from autograder.feedback.progress import ChapterProgress, LessonProgress, Progress
from autograder.lessons.catalog import chapter_lessons, chapter_title, chapters
from autograder.lessons.lesson import Lesson
from autograder.notebook.records import Record, Records


def progress() -> Progress:
    """Return what is done, open and last tried in your study folder; a notebook draws it."""
    records, note = Records.here().read()
    return progress_of(records, note)


def progress_of(records: Iterable[Record], note: str = "") -> Progress:
    """Return what records say, oldest first.

    An attempt counts for the version of the lesson it was made with; what was done before the rules changed is open.
    """
    checks = [each for each in records if each["kind"] == "check"]
    made = tuple(_chapter(chapter, checks) for chapter in chapters())
    known = {each.name for chapter in made for each in chapter.lessons}
    last = next((each["lesson"] for each in reversed(checks) if each["lesson"] in known), "")
    return Progress(made, last, note)


def _chapter(chapter: str, checks: list[Record]) -> ChapterProgress:
    lessons = chapter_lessons(chapter)
    minutes = sum(each.minutes for each in lessons)
    return ChapterProgress(chapter, chapter_title(chapter), minutes, tuple(_lesson(each, checks) for each in lessons))


def _lesson(lesson: Lesson, checks: list[Record]) -> LessonProgress:
    tried = [each for each in checks if each["lesson"] == lesson.name]
    if not tried:
        return LessonProgress(lesson.name, "not tried", 0, lesson.points)
    present = [each for each in tried if each.get("version") == lesson.version]
    score = max((_points(each, lesson) for each in present), default=0)
    done = any(each.get("passed") is True for each in present)
    at, broken = str(tried[-1]["at"])[:16].replace("T", " "), str(tried[-1].get("broken") or "")
    return LessonProgress(lesson.name, "done" if done else "open", score, lesson.points, at, broken.replace("_", " "))


def _points(record: Record, lesson: Lesson) -> int:
    score = record.get("score")
    return min(max(score, 0), lesson.points) if type(score) is int else 0
