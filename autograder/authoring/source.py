"""The lessons' plain source: one percent-format script a chapter, read with jupytext."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jupytext

from autograder.grading.extraction import Cell, Piece, needed_pieces
from autograder.lessons.catalog import lesson_names

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Source:
    """One chapter's script.

    Attributes:
        chapter: the name of its folder in `exercises/`, and of the script.
        path: where the script stands.
    """

    chapter: str
    path: Path

    @cached_property
    def notebook(self) -> Any:
        """The script as a notebook, solved; cells carry `solution` and `check` with the lesson's name."""
        return jupytext.read(self.path, fmt="py:percent")

    @property
    def number(self) -> str:
        """The chapter's number with its letters, such as `ch03`."""
        return self.chapter.partition("_")[0]

    def pieces(self, lesson: str) -> list[Piece]:
        """Return what a lesson's right version is made of."""
        cells = [
            Cell(f"cell {number}", each.source, each.metadata.get("solution", ""))
            for number, each in enumerate(self.notebook.cells)
            if each.cell_type == "code"
        ]
        return needed_pieces(cells, lesson)


def sources(root: Path = ROOT) -> list[Source]:
    """Return the chapters' scripts, in order."""
    return [Source(path.stem, path) for path in sorted((root / "solutions").glob("ch*.py"))]


def taught(source: Source) -> tuple[str, ...]:
    """Return the functions a chapter teaches; none for a chapter that is only read."""
    return lesson_names(source.chapter)
