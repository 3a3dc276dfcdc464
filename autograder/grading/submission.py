"""A submission: any bytes somebody handed in, read as far as they can be."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.grading.extraction import Cell
from autograder.lessons.catalog import chapters, lesson_folders, lesson_names

MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Submission:
    """One handed-in file.

    Attributes:
        path: where it lies.
        student: whose it is.
        chapter: the chapter's folder name; empty where it cannot be told.
        cells: the code cells that were found.
        problem: one sentence, where the file as a whole cannot be read; empty otherwise.
        digest: SHA-256 of the bytes.
    """

    path: Path
    student: str
    chapter: str
    cells: tuple[Cell, ...]
    problem: str
    digest: str


def read_submission(path: Path, student: str = "", chapter: str = "") -> Submission:
    """Read a notebook or a script. Never fails: what cannot be read has no cells and says why.

    Args:
        path: the file.
        student: whose it is.
        chapter: which chapter; told from the path, else from the functions it defines, where left out.
    """
    content, problem = file_content(path)
    return submission_of(content, path, student, chapter, problem)


def submission_of(content: bytes, path: Path, student: str = "", chapter: str = "", problem: str = "") -> Submission:
    """Read what a file holds; `problem` says why it could not be had, where it could not."""
    cells: tuple[Cell, ...] = ()
    if not problem:
        cells, problem = _script(content) if path.suffix == ".py" else _notebook(content, path.name)
    known = chapter if chapter in chapters() else _chapter(path, cells)
    if not known and not problem:
        problem = f"{path.name} defines no function of this course."
    return Submission(path, student or "you", known, cells, problem, hashlib.sha256(content).hexdigest())


def file_content(path: Path) -> tuple[bytes, str]:
    """Return a file's bytes, or none and one sentence; links are not followed."""
    try:
        if path.is_symlink() or not path.is_file():
            return b"", f"{path.name} is a link or no plain file, and is not followed. Hand in the notebook itself."
        if path.stat().st_size > MAX_BYTES:
            return b"", too_large(path.name)
        return path.read_bytes(), ""
    except OSError as error:
        return b"", f"{path.name} cannot be read: {error.strerror}."


def too_large(name: str) -> str:
    """Say that a file is too large to be read."""
    return f"{name} has more than {MAX_BYTES // 1_000_000} MB. Clear its outputs and hand it in again."


def _script(content: bytes) -> tuple[tuple[Cell, ...], str]:
    return (Cell("script", content.decode("utf-8", errors="replace")),), ""


def _notebook(content: bytes, name: str) -> tuple[tuple[Cell, ...], str]:
    try:
        notebook = json.loads(content.decode("utf-8-sig", errors="replace"))
    except (ValueError, RecursionError):
        what = "is not a whole notebook: its JSON is cut off or damaged" if content.strip() else "is empty"
        return (), f"{name} {what}. Save the notebook again, and use the new file."
    found = _cell_list(notebook)
    if not found:
        return (), f"{name} has no cells. Perhaps it was saved before it had loaded; save it again."
    cells = [_cell(number, each) for number, each in enumerate(found, 1) if _is_code(each)]
    return tuple(cells), ""


def _cell_list(notebook: Any) -> list[Any]:
    """Return the cells of any version of the format; version 3 keeps them in worksheets."""
    if type(notebook) is not dict:
        return []
    cells = notebook.get("cells")
    if type(cells) is list:
        return cells
    sheets = notebook.get("worksheets")
    if type(sheets) is not list:
        return []
    return [cell for sheet in sheets if type(sheet) is dict for cell in sheet.get("cells") or []]


def _is_code(cell: Any) -> bool:
    """Say whether a cell may hold code: its type says so, nothing says otherwise, or it is where an answer belongs."""
    return type(cell) is dict and (cell.get("cell_type", "code") == "code" or bool(_answers(cell)))


def _cell(number: int, cell: dict[str, Any]) -> Cell:
    source = cell.get("source", cell.get("input", ""))
    if type(source) is list:
        source = "".join(each for each in source if type(each) is str)
    return Cell(f"cell {number}", source if type(source) is str else "", _answers(cell))


def _answers(cell: dict[str, Any]) -> str:
    """Return the lesson a solution cell answers, by its grade id; empty for any other cell."""
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if type(metadata) is dict else None
    grade_id = nbgrader.get("grade_id") if type(nbgrader) is dict else None
    return grade_id if type(grade_id) is str and grade_id in lesson_folders() else ""


def _chapter(path: Path, cells: tuple[Cell, ...]) -> str:
    for name in (path.parent.name, path.stem):
        if name in chapters():
            return name
    text = "\n".join(cell.source for cell in cells)
    defined = {name: len(re.findall(rf"^\s*(?:def|class)\s+{name}\b", text, re.MULTILINE)) for name in lesson_folders()}
    counts = {chapter: sum(defined[name] > 0 for name in lesson_names(chapter)) for chapter in chapters()}
    best = max(counts, key=lambda chapter: counts[chapter], default="")
    return best if counts.get(best) else ""
