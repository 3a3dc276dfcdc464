"""The autograded notebook that formgrader shows: the student's cells, mended where nbgrader needs it, with reports."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat

from autograder.feedback.html import style_html
from autograder.grading.graded import Graded
from autograder.grading.nbgrader_cells import SCHEMA, check_id
from autograder.grading.submission import file_content

UNREADABLE = "This file could not be read as a notebook. It stays as it was under `submitted/`, and its mark is zero."


def mended_notebook(path: Path, source_cells: Iterable[Any]) -> Any:
    """Return a submitted file as a valid notebook in which every graded cell stands once, flagged as it was handed out.

    Args:
        path: the submitted file, whatever its bytes.
        source_cells: the gradebook's cells of the notebook, in order.
    """
    known = {cell.name: cell for cell in source_cells}
    notebook = nbformat.v4.new_notebook(metadata={"language_info": {"name": "python"}})
    for cell in _cells(path):
        made = _cell(cell)
        grade_id = _grade_id(cell)
        if grade_id in known:
            source = known.pop(grade_id)
            made = _with_source(source.cell_type, made.source)
            made.metadata["nbgrader"] = _flags(source)
        notebook.cells.append(made)
    for source in known.values():  # deleted by the student: put back, so that a mark has its place
        made = _with_source(source.cell_type, source.source)
        made.metadata["nbgrader"] = _flags(source)
        notebook.cells.append(made)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    return notebook


def _cells(path: Path) -> list[Any]:
    content, problem = file_content(path)
    try:
        cells = json.loads(b"" if problem else content.decode("utf-8-sig", errors="replace"))["cells"]
        return [each for each in cells if type(each) is dict]
    except (ValueError, RecursionError, KeyError, TypeError):
        return [{"cell_type": "markdown", "source": UNREADABLE}]


def _cell(cell: dict[str, Any]) -> Any:
    source = cell.get("source", "")
    if type(source) is list:
        source = "".join(each for each in source if type(each) is str)
    return _with_source(str(cell.get("cell_type", "code")), source if type(source) is str else "")


def _with_source(kind: str, source: str) -> Any:
    makers: dict[str, Any] = {"markdown": nbformat.v4.new_markdown_cell, "raw": nbformat.v4.new_raw_cell}
    return makers.get(kind, nbformat.v4.new_code_cell)(source.encode("utf-8", "replace").decode())


def _grade_id(cell: dict[str, Any]) -> str:
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if type(metadata) is dict else None
    grade_id = nbgrader.get("grade_id") if type(nbgrader) is dict else None
    return grade_id if type(grade_id) is str else ""


def _flags(source: Any) -> dict[str, Any]:
    """Return nbgrader's metadata of a cell as it was handed out, from the gradebook."""
    grades = {cell.name: cell.max_score for cell in source.notebook.grade_cells}
    tasks = {cell.name: cell.max_score for cell in source.notebook.task_cells}
    solutions = {cell.name for cell in source.notebook.solution_cells}
    points = grades | tasks
    flags = {
        "grade": source.name in grades,
        "grade_id": source.name,
        "locked": source.locked,
        "schema_version": SCHEMA,
        "solution": source.name in solutions,
        "task": source.name in tasks,
        "checksum": source.checksum,
        "cell_type": source.cell_type,
    }
    return flags | ({"points": points[source.name]} if source.name in points else {})


def with_reports(notebook: Any, graded: Graded) -> Any:
    """Return the notebook with each lesson's report as the output of its check cell."""
    reports = {check_id(each.lesson): each for each in graded.lessons}
    for cell in notebook.cells:
        marked = reports.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
        if marked is not None and cell.cell_type == "code":
            report = nbformat.v4.new_output(
                "display_data", {"text/plain": marked.text, "text/html": style_html() + marked.html}
            )
            score = nbformat.v4.new_output("execute_result", {"text/plain": str(marked.score)}, execution_count=1)
            cell.outputs, cell.execution_count = [report, score], 1
    return notebook
