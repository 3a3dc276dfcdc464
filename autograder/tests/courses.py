"""A real nbgrader course for tests: made, generated, filled with submissions, marked."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.authoring.course import make_course
from autograder.grading.gradebook import open_gradebook

CHAPTER = "ch03_trim"
PROGRAMS = Path(sys.executable).parent


class RealCourse:
    """An instructor's course folder, worked on with the real commands."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.home = home
        home.mkdir(exist_ok=True)

    def run(self, program: str, *arguments: str) -> str:
        """Run a command of this environment in the course's folder; a failure shows what it printed."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTER")}
        environment |= {"HOME": str(self.home), "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(
            [str(PROGRAMS / program), *arguments],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def make(self, chapter: str = CHAPTER) -> None:
        """Make the course and generate an assignment."""
        for _ in make_course(self.root):
            pass
        self.run("nbgrader", "generate_assignment", chapter)

    def configure(self, lines: Iterable[str]) -> None:
        """Add lines to the configuration, as an instructor does."""
        with (self.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
            config.write("\n".join(["", *lines, ""]))

    def hand_in(
        self, student: str, content: bytes, file: str = f"{CHAPTER}.ipynb", stamp: str = "", chapter: str = CHAPTER
    ) -> Path:
        """Put a student's file where nbgrader collects to."""
        folder = self.root / "submitted" / student / chapter
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
        if stamp:
            (folder / "timestamp.txt").write_text(stamp + "\n")
        return folder / file

    def gradebook(self) -> Any:
        return open_gradebook(f"sqlite:///{self.root}/gradebook.db")

    def marks(self) -> dict[str, dict[str, float | None]]:
        """Return each student's automatic scores, by function."""
        with self.gradebook() as gradebook:
            return {
                submission.student.id: {
                    grade.name.removeprefix("check_"): grade.auto_score for grade in notebook.grades
                }
                for submission in gradebook.assignment_submissions(CHAPTER)
                for notebook in submission.notebooks
            }

    def penalties(self) -> dict[str, float]:
        """Return what each late student has lost."""
        with self.gradebook() as gradebook:
            return {
                submission.student.id: notebook.late_submission_penalty
                for submission in gradebook.assignment_submissions(CHAPTER)
                for notebook in submission.notebooks
                if notebook.late_submission_penalty is not None
            }
