"""nbgrader's gradebook: written through its own API, one student at a time, in one transaction."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.authoring.exercises import check_id
from autograder.grading.judging import Result


def open_gradebook(url: str, course_id: str = "") -> Any:
    """Open a gradebook.

    nbgrader looks for the program `alembic` on the path when it makes a new one, so this environment's comes first.
    """
    programs = str(Path(sys.executable).parent)
    if programs not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", "")
    from nbgrader.api import Gradebook

    return Gradebook(url, course_id)


def write_marks(gradebook: Any, assignment: str, student: str, results: Iterable[Result], notebook: str) -> None:
    """Set every automatic score of one submitted notebook: what was earned, and 0 for what no result speaks of.

    A score that a person gave stays, and is marked for another look. A cell that only a person can mark has no
    automatic score and needs one.

    Args:
        gradebook: an open gradebook in which the submission exists.
        assignment: the assignment's name.
        student: whose submission it is.
        results: one for each lesson judged.
        notebook: the notebook's name in the gradebook.
    """
    scores = {check_id(each.lesson): each.score for each in results}
    submitted = gradebook.find_submission_notebook(notebook, assignment, student)
    for grade in submitted.grades:
        by_hand = _is_solution(gradebook, grade, notebook, assignment)
        grade.auto_score = None if by_hand else float(min(scores.get(grade.name, 0), grade.max_score))
        grade.needs_manual_grade = by_hand or grade.manual_score is not None
    gradebook.db.commit()


def _is_solution(gradebook: Any, grade: Any, notebook: str, assignment: str) -> bool:
    """Say whether a graded cell is one that the student writes, so that only a person can mark it."""
    names = {cell.name for cell in gradebook.find_notebook(notebook, assignment).solution_cells}
    return grade.name in names or grade.cell.type == "TaskCell"
