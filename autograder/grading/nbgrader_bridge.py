"""nbgrader's own commands, judging with this project's judge: what a course's configuration puts in place.

Three parts of `nbgrader autograde` are replaced: how a submitted file is read, and both lists of what is done with
it. With the stock lists one copied cell, or an unknown schema version, stops the whole class.
"""

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.preprocessors import AssignLatePenalties, ClearOutput, LimitOutput, NbGraderPreprocessor, OverwriteCells
from traitlets import Dict, TraitError, validate

from autograder.grading.autograded import mended_notebook, with_reports
from autograder.grading.collected import Collected
from autograder.grading.coursework import copy_stamp
from autograder.grading.gradebook import open_gradebook, write_marks
from autograder.grading.graded import grade, key_of
from autograder.grading.limits import limits_from
from autograder.grading.nbgrader_cells import STUB
from autograder.grading.pages import write_student_page
from autograder.grading.private import load_private
from autograder.grading.processes import shared_workshop


def configure(c: Any, root: Path, private: Path | None = None) -> None:
    """Configure a course.

    Args:
        c: nbgrader's configuration object.
        root: the course's folder.
        private: a folder of the instructor's own rules and cases, judged like the others and never shown.
    """
    if private is not None:
        load_private(private)
    c.CourseDirectory.root = str(root.resolve())
    c.CourseDirectory.solution_directory = "solution"
    c.ClearSolutions.code_stub = {"python": STUB}
    c.Autograde.exporter_class = AnyBytesExporter
    c.Autograde.sanitize_preprocessors = [ClearOutput, OverwriteCells]
    c.Autograde.autograde_preprocessors = [Mark, LimitOutput, AssignLatePenalties]
    c.Autograde.pre_convert_hook = find_renamed


class AnyBytesExporter(NotebookExporter):
    """Reads any file as a notebook: what cannot be read becomes one that says so."""

    def from_filename(self, filename: str, resources: Any = None, **kw: Any) -> Any:
        """Read a file, mended where it must be, and pass it through the preprocessors."""
        about = resources["nbgrader"]
        path = Path(filename)
        with open_gradebook(about["db_url"]) as gradebook:
            cells = gradebook.find_notebook(about["notebook"], about["assignment"]).source_cells
            notebook = mended_notebook(handed_in(path.parent, path.stem), cells)
        return self.from_notebook_node(notebook, resources=resources, **kw)  # type: ignore[no-untyped-call]


class Mark(NbGraderPreprocessor):  # type: ignore[misc]
    """Judges the file as it was submitted, writes the marks, and shows the reports in the notebook."""

    limits = Dict(help="What graded code may use, as in {'call_wall': 60, 'memory': '2G'}; see Limits.").tag(
        config=True
    )

    @validate("limits")
    def _limits_exist(self, proposal: Any) -> Any:
        try:
            limits_from(_words(proposal["value"]))
        except ValueError as problem:
            raise TraitError(f"c.Mark.limits: {problem}.") from None
        return proposal["value"]

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Judge, write, show; a file that cannot be judged gets zero and a sentence."""
        about = resources["nbgrader"]
        path = handed_in(self._folder(about), about["notebook"])
        found = Collected(path, "", about["student"], about["assignment"])
        submission = found.read()
        workshop = shared_workshop(limits=limits_from(_words(self.limits)))
        graded = grade(workshop, found, submission, key_of(submission, workshop))
        with open_gradebook(about["db_url"]) as gradebook:
            write_marks(gradebook, graded, about["notebook"])
        pages = Path(self._course.root) / self._course.feedback_directory
        copy_stamp(path.parent, write_student_page(pages, graded).parent)
        return with_reports(nb, graded), resources

    @property
    def _course(self) -> Any:
        return self.parent.parent.coursedir

    def _folder(self, about: dict[str, str]) -> Path:
        course = self._course
        return Path(course.format_path(course.submitted_directory, about["student"], about["assignment"]))


def _words(limits: dict[str, Any]) -> list[str]:
    return [f"{name}={value}" for name, value in limits.items()]


def handed_in(folder: Path, notebook: str) -> Path:
    """Return the file that counts: the one with the name that was handed out, else the newest notebook there."""
    named = folder / f"{notebook}.ipynb"
    if named.exists() or named.is_symlink():
        return named
    others = sorted((p for p in folder.glob("*.ipynb") if not p.name.startswith(".")), key=lambda p: p.lstat().st_mtime)
    return others[-1] if others else named


def find_renamed(assignment: str, student: str, notebooks: list[str]) -> None:
    """Have nbgrader look at a renamed notebook too: before a folder is converted, name the file it expects there."""
    for folder in {Path(each).parent for each in notebooks}:
        expected = str(folder / f"{assignment}.ipynb")
        if expected not in notebooks:
            notebooks.append(expected)
