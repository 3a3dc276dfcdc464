"""The exercises: the solved notebook without its solutions, with what nbgrader needs to know of each cell."""

import re
from typing import Any

import nbformat
from nbgrader.preprocessors import ClearOutput, ClearSolutions
from traitlets.config import Config

from autograder.authoring.source import Source, taught
from autograder.grading.nbgrader_cells import SCHEMA, STUB, check_id
from autograder.lessons.catalog import lesson_named


def solved_notebook(source: Source) -> Any:
    """Return a chapter's notebook with solutions, stable ids and nbgrader's metadata: an instructor's source."""
    notebook = nbformat.from_dict(source.notebook)
    notebook.cells = [_cell(each, number, taught(source)) for number, each in enumerate(source.notebook.cells)]
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def exercise_notebook(source: Source) -> Any:
    """Return a chapter's notebook as a learner gets it: stubs, no outputs."""
    config = Config()
    config.ClearSolutions.code_stub = {"python": STUB}
    notebook = solved_notebook(source)
    for step in (ClearSolutions(config=config), ClearOutput(config=config)):
        notebook, _ = step.preprocess(notebook, {})
    return notebook


def as_text(notebook: Any) -> str:
    """Return a notebook as text, the same bytes every time."""
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)) + "\n"


def _cell(cell: Any, number: int, functions: tuple[str, ...]) -> Any:
    """Return a new cell with its id: the grade id, else its place.

    A cell that tries a function to be written may fail without stopping "Run All": JupyterLab goes on after its tag.
    """
    lesson = cell.metadata.get("solution") or cell.metadata.get("check")
    if lesson is None:
        tries = cell.cell_type == "code" and any(re.search(rf"\b{name}\b", cell.source) for name in functions)
        metadata = {"tags": ["raises-exception"]} if tries else {}
        made = nbformat.from_dict({"cell_type": cell.cell_type, "metadata": metadata, "source": cell.source})
        made["id"] = f"cell-{number:02d}"
    else:
        made = _graded_cell(cell, lesson)
    if cell.cell_type == "code":
        made.update(execution_count=None, outputs=[])
    return made


def _graded_cell(cell: Any, lesson: str) -> Any:
    solution = "solution" in cell.metadata
    grade_id = lesson if solution else check_id(lesson)
    nbgrader: dict[str, Any] = {
        "grade": not solution,
        "grade_id": grade_id,
        "locked": not solution,
        "schema_version": SCHEMA,
        "solution": solution,
        "task": False,
    }
    if not solution:
        nbgrader["points"] = lesson_named(lesson).points
    metadata = {"nbgrader": nbgrader}
    made = nbformat.from_dict({"cell_type": cell.cell_type, "metadata": metadata, "source": cell.source})
    made["id"] = grade_id.replace("_", "-")
    return made
