"""The end of a class run: a table, who needs a look and why, what was misunderstood, and the files asked for."""

import json
from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.table import Table

from autograder.grading.graded import Graded
from autograder.grading.misunderstood import Misunderstandings
from autograder.grading.pages import CLASS_PAGE, class_page, write_student_page


class Summary:
    """Takes graded submissions one by one, and keeps no more of each than a line. Use as a context manager.

    Args:
        json_file: where to write one object per student and lesson; `None` for nowhere.
        feedback: the folder for pages; `None` for none.
        overlooked: what was found and is not judged, a sentence each.
    """

    def __init__(self, json_file: Path | None, feedback: Path | None, overlooked: list[str] | None = None) -> None:
        """Remember where things go."""
        self._json_file = json_file
        self._feedback = feedback
        self._rows: list[tuple[str, str, str, str, str]] = []
        self._looks: list[str] = list(overlooked or [])
        self._unwritten: dict[str, list[str]] = {}
        self._misunderstood = Misunderstandings()

    def __enter__(self) -> "Summary":
        """Begin the JSON file beside its place; it takes it when the run is whole."""
        if self._json_file is not None:
            self._part = self._json_file.with_name(self._json_file.name + ".part")
            self._part.parent.mkdir(parents=True, exist_ok=True)
            self._lines = self._part.open("w", encoding="utf-8", errors="backslashreplace")
            self._comma = "["
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Finish the files, where the run came to its end."""
        if self._json_file is not None:
            self._lines.write("[]\n" if self._comma == "[" else "\n]\n")
            self._lines.close()
            if kind is None:
                self._part.replace(self._json_file)
        if self._feedback is not None and kind is None:
            self._feedback.mkdir(parents=True, exist_ok=True)
            page = class_page(self._misunderstood.most_often(), len(self._rows), self._unwritten, self._looks)
            (self._feedback / CLASS_PAGE).write_text(page, "utf-8", "backslashreplace")

    def add(self, graded: Graded) -> None:
        """Take one graded submission."""
        why = graded.problem or next((f"{each.lesson} {each.why}" for each in graded.lessons if each.why), "")
        self._rows.append((graded.student, graded.chapter, str(graded.score), str(graded.points), why))
        self._looks += [f"{graded.student}: {sentence}" for sentence in _looks(graded)]
        self._misunderstood.add(graded)
        for each in graded.lessons:
            if each.standing == "not written":
                self._unwritten.setdefault(each.lesson, []).append(graded.student)
        if self._json_file is not None:
            self._write_json(graded)
        if self._feedback is not None:
            write_student_page(self._feedback, graded)

    def print(self, console: Console) -> None:
        """Print the table, who needs a look, and what was misunderstood."""
        table = Table("student", "chapter", "score", "points", "first to look at", highlight=False)
        for row in self._rows:
            table.add_row(*row)
        console.print(table)
        for title, lines in (
            ("Needs a look", self._looks),
            ("Misunderstood most often", [each.line() for each in self._misunderstood.most_often()]),
        ):
            if lines:
                console.print(f"\n{title}")
                for line in lines:
                    console.print(f"  {line}", markup=False, highlight=False)
        if self._feedback is not None:
            console.print(f"\nPages: {self._feedback}", markup=False, highlight=False)

    def _write_json(self, graded: Graded) -> None:
        for each in graded.lessons:
            plain = {
                "student": graded.student,
                "chapter": graded.chapter,
                "lesson": each.lesson,
                "score": each.score,
                "points": each.points,
                "broken": each.broken,
                "jail": graded.jail,
                "seconds": each.seconds,
            }
            self._lines.write(f"{self._comma}\n{json.dumps(plain)}")
            self._comma = ","


def _looks(graded: Graded) -> list[str]:
    """Say why a person should look at a submission."""
    looks = [graded.problem] if graded.problem else []
    looks += [f"{each.lesson} {each.why}" for each in graded.lessons if each.score is None]
    if graded.older:
        looks.append(f"handed in {graded.older + 1} files for one chapter; the newest counts")
    return looks
