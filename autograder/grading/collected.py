"""Collected work: the files of a class as they lie in folders, `<student>/<chapter>/<notebook>`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.grading.submission import Submission, read_submission
from autograder.lessons.catalog import chapters

SUFFIXES = (".ipynb", ".py")


def collected(paths: Iterable[Path]) -> list[Submission]:
    """Read every submission at or under the given paths, in order of path.

    A file is one submission. In a folder, notebooks count that lie in `<student>/<chapter>/`.
    """
    return [each for path in paths for each in _at(path)]


def _at(path: Path) -> Iterator[Submission]:
    if path.is_dir():
        for found in sorted(path.glob("*/*/*")):
            chapter = found.parent.name
            if found.suffix == ".ipynb" and chapter in chapters() and not found.name.startswith("."):
                yield read_submission(found, found.parent.parent.name, chapter)
    else:
        yield read_submission(path)
