"""nbgrader's own commands, judging with this project's judge: what a course's configuration puts in place.

Three parts of `nbgrader autograde` are replaced: how a submitted file is read, and both lists of what is done with
it. With the stock lists one copied cell, or an unknown schema version, stops the whole class.
"""

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.preprocessors import AssignLatePenalties, ClearOutput, LimitOutput, NbGraderPreprocessor, OverwriteCells

from autograder.authoring.exercises import STUB
from autograder.grading.autograded import mended_notebook, with_reports
from autograder.grading.gradebook import open_gradebook, write_marks
from autograder.grading.judging import judge_submission
from autograder.grading.submission import read_submission
from autograder.grading.workshop import Workshop


def configure(c: Any, root: Path) -> None:
    """Configure a course.

    Args:
        c: nbgrader's configuration object.
        root: the course's folder.
    """
    c.CourseDirectory.root = str(root.resolve())
    c.CourseDirectory.solution_directory = "solution"
    c.ClearSolutions.code_stub = {"python": STUB}
    c.Autograde.exporter_class = AnyBytesExporter
    c.Autograde.sanitize_preprocessors = [ClearOutput, OverwriteCells]
    c.Autograde.autograde_preprocessors = [Mark, LimitOutput, AssignLatePenalties]
    c.Exchange.path_includes_course = False


class AnyBytesExporter(NotebookExporter):  # type: ignore[misc]
    """Reads any file as a notebook: what cannot be read becomes one that says so."""

    def from_filename(self, filename: str, resources: Any = None, **kw: Any) -> Any:
        """Read a file, mended where it must be, and pass it through the preprocessors."""
        assignment = resources["nbgrader"]["assignment"]
        with open_gradebook(resources["nbgrader"]["db_url"]) as gradebook:
            cells = gradebook.find_notebook(resources["nbgrader"]["notebook"], assignment).source_cells
            notebook = mended_notebook(Path(filename), cells)
        return self.from_notebook_node(notebook, resources=resources, **kw)


class Mark(NbGraderPreprocessor):  # type: ignore[misc]
    """Judges the file as it was submitted, writes the marks, and shows the reports in the notebook."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Judge, write, show; a file that cannot be judged gets zero and a sentence."""
        about = resources["nbgrader"]
        path = Path(self._submitted(about))
        submission = read_submission(path, about["student"], about["assignment"])
        with Workshop() as workshop:
            results = list(judge_submission(workshop, submission))
        with open_gradebook(about["db_url"]) as gradebook:
            write_marks(gradebook, about["assignment"], about["student"], results, about["notebook"])
        return with_reports(nb, results), resources

    def _submitted(self, about: dict[str, str]) -> str:
        course = self.parent.parent.coursedir
        folder = course.format_path(course.submitted_directory, about["student"], about["assignment"])
        return f"{folder}/{about['notebook']}.ipynb"
