"""nbgrader's gradebook: written through its own API, one student at a time, in one transaction."""

import os
import sys
from pathlib import Path
from typing import Any

from autograder.grading.graded import Graded
from autograder.grading.nbgrader_cells import check_id


def open_gradebook(url: str, course_id: str = "") -> Any:
    """Open a gradebook.

    nbgrader looks for the program `alembic` on the path when it makes a new one, so this environment's comes first.
    """
    programs = str(Path(sys.executable).parent)
    if programs not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", "")
    from nbgrader.api import Gradebook

    return Gradebook(url, course_id)


def write_marks(gradebook: Any, graded: Graded, notebook: str) -> None:
    """Set every automatic score of one submitted notebook: what was earned, and 0 for what no lesson speaks of.

    A score that a person gave stays, and is marked for another look. A cell that only a person can mark, and one
    that we failed to judge, has no automatic score and needs a person.

    Args:
        gradebook: an open gradebook in which the submission exists.
        graded: what grading came to; its chapter is the assignment.
        notebook: the notebook's name in the gradebook.
    """
    scores = {check_id(each.lesson): each.score for each in graded.lessons}
    by_hand = _cells_by_hand(gradebook.find_notebook(notebook, graded.chapter))
    submitted = gradebook.find_submission_notebook(notebook, graded.chapter, graded.student)
    for grade in submitted.grades:
        score = None if grade.name in by_hand else scores.get(grade.name, 0)
        grade.auto_score = None if score is None else float(min(score, grade.max_score))
        grade.needs_manual_grade = score is None or grade.manual_score is not None
    for comment in submitted.comments:
        comment.auto_comment = None
    gradebook.db.commit()


def _cells_by_hand(notebook: Any) -> set[str]:
    """Return the graded cells that the student writes, and tasks: only a person can mark them."""
    solutions = {cell.name for cell in notebook.solution_cells}
    return {cell.name for cell in notebook.grade_cells if cell.name in solutions} | {
        c.name for c in notebook.task_cells
    }
