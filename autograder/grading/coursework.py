"""A course's own files and gradebook: what `autograder grade --course` reads and writes, as nbgrader would."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config.loader import PyFileConfigLoader

from autograder.grading.autograded import mended_notebook, with_reports
from autograder.grading.collected import Collected, NothingFoundError, collected
from autograder.grading.gradebook import open_gradebook, write_marks
from autograder.grading.graded import Graded
from autograder.grading.pages import page_path
from autograder.grading.processes import one_at_a_time

CONFIG = "nbgrader_config.py"
STAMP = "timestamp.txt"
SECRET = "submission_secret.txt"  # by which nbgrader's exchange knows whom a page goes back to


class Course:
    """An nbgrader course on disk.

    Args:
        root: the folder with its configuration.

    Raises:
        NothingFoundError: the folder is not a course.
    """

    def __init__(self, root: Path) -> None:
        """Read the configuration as nbgrader does."""
        if not (root / CONFIG).is_file():
            raise NothingFoundError(f"{root} has no {CONFIG}, so it is no course. Make one: autograder course {root}")
        self.root = root.resolve()
        self.config = PyFileConfigLoader(CONFIG, path=str(self.root)).load_config()
        self.directory = CourseDirectory(config=self.config)

    @property
    def journal(self) -> Path:
        """Where the results of class runs are kept."""
        return self.root / ".autograder" / "journal.jsonl"

    @property
    def feedback(self) -> Path:
        """Where nbgrader looks for the pages it returns."""
        return self.root / str(self.directory.feedback_directory)

    @property
    def submitted(self) -> Path:
        """The folder with the students' folders."""
        return Path(self.directory.format_path(self.directory.submitted_directory, ".", ".")).resolve()

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """Return the folder of one student's assignment at a step, such as `submitted`."""
        return Path(self.directory.format_path(step, student, assignment))

    def handed_in(self) -> list[Collected]:
        """Return what students handed in."""
        return collected([self.submitted])

    @contextlib.contextmanager
    def gradebook(self) -> Iterator[Any]:
        """Open the course's gradebook."""
        with open_gradebook(self.directory.db_url, self.directory.course_id) as gradebook:
            yield gradebook


def write_course(course: Course, gradebook: Any, graded: Graded, handed_in: Collected) -> bool:
    """Write one student's marks and the autograded notebook; return whether there was anything to write.

    Marks go first and in one transaction; the notebook then takes its place in one step. Killed in between, the same
    command does it again. Of several runs on one course, one writes at a time.
    """
    with one_at_a_time(course.root / ".autograder" / "writing.lock"):
        gradebook.db.expire_all()  # another run may have written since
        return _write(course, gradebook, graded, handed_in)


def _write(course: Course, gradebook: Any, graded: Graded, handed_in: Collected) -> bool:
    submitted = handed_in.path.parent
    stamp = _stamp(submitted)
    copy_stamp(submitted, page_path(course.feedback, graded).parent)
    folder = course.folder(course.directory.autograded_directory, graded.student, graded.chapter)
    path = folder / f"{graded.chapter}.ipynb"
    if _is_written(path, graded, stamp):
        return False
    when = {"timestamp": stamp} if stamp else {}
    with gradebook.db.no_autoflush:  # nbgrader puts half-made rows together, and SQLAlchemy warns of each flush
        gradebook.update_or_create_student(graded.student)
        submission = gradebook.update_or_create_submission(graded.chapter, graded.student, **when)
    write_marks(gradebook, graded, graded.chapter)
    cells = gradebook.find_notebook(graded.chapter, graded.chapter).source_cells
    notebook = with_reports(mended_notebook(handed_in.path, cells), graded)
    _set_penalty(course, gradebook, graded, submission, notebook)
    notebook.metadata["autograder"] = {"key": graded.key, "timestamp": stamp}
    _write_notebook(path, nbformat.writes(notebook))
    copy_stamp(submitted, folder)
    return True


def copy_stamp(submitted: Path, folder: Path) -> None:
    """Put what nbgrader keeps of a submission where it wants it again: beside the autograded notebook, and the page."""
    for name in (STAMP, SECRET):
        if (submitted / name).is_file() and not (submitted / name).is_symlink():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(submitted / name, folder / name)


def _stamp(folder: Path) -> str:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (folder / STAMP).read_text("utf-8").strip()
    return ""


def _is_written(path: Path, graded: Graded, stamp: str) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return bool(nbformat.read(path, 4).metadata.get("autograder") == {"key": graded.key, "timestamp": stamp})
    return False


def _set_penalty(course: Course, gradebook: Any, graded: Graded, submission: Any, notebook: Any) -> None:
    """Set the penalty for a late submission, by the course's own plugin."""
    if submission.total_seconds_late <= 0:
        gradebook.find_submission_notebook(
            graded.chapter, graded.chapter, graded.student
        ).late_submission_penalty = None
        gradebook.db.commit()
        return
    about = {
        "student": graded.student,
        "assignment": graded.chapter,
        "notebook": graded.chapter,
        "db_url": course.directory.db_url,
    }
    AssignLatePenalties(config=course.config).preprocess(notebook, {"nbgrader": about})


def _write_notebook(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    options: dict[str, Any] = {"encoding": "utf-8", "errors": "backslashreplace", "suffix": ".part", "delete": False}
    with tempfile.NamedTemporaryFile("w", dir=path.parent, **options) as part:
        part.write(text + "\n")
    os.replace(part.name, path)


def check_assignments(gradebook: Any, chapters: Iterable[str]) -> None:
    """Check that the gradebook knows every assignment that was handed in.

    Raises:
        NothingFoundError: it lacks one; the text says how to make it.
    """
    known = {assignment.name for assignment in gradebook.assignments}
    for chapter in chapters:
        if chapter not in known:
            raise NothingFoundError(
                f"The gradebook has no assignment {chapter}. Make it first, in the course's folder: "
                f"nbgrader generate_assignment {chapter}"
            )
