"""The attack suite through `nbgrader autograde` as it is installed and through ours, attack by attack.

Run `python -m autograder.benchmarks.attack_suite > book/attacks.csv`, as a plain user on Linux; it takes half an hour,
says how far it is, and prints the table that the book shows. What is installed runs the attacks with your rights, so
it runs inside bubblewrap (`bwrap`), where nothing but the course of one attack can be written.

Each attack hands in chapter 3 beside a neighbour whose work is right and comes after it.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.exercises import as_text, exercise_notebook, solved_notebook
from autograder.authoring.source import ROOT, Source, sources
from autograder.benchmarks.class_run import CHAPTER, PROGRAMS, STOCK
from autograder.grading.gradebook import open_gradebook

ATTACKS = ROOT / "autograder" / "tests" / "attacks"
SECONDS = 300  # for a course of two students
ROOM = ("--nproc=400", "--as=6442450944", "--fsize=1073741824")  # the machine's share of one attack
NEIGHBOUR = "neighbour"


@dataclass(frozen=True, slots=True)
class Graded:
    """How a course of an attack and its neighbour came out.

    Attributes:
        points: what the attack earned; `None` where it got no mark.
        neighbour: whether the neighbour got all points.
        untouched: whether the neighbour's file is as it was handed in.
    """

    points: float | None
    neighbour: bool
    untouched: bool


def main() -> None:
    """Grade every attack both ways, or those that are named, and print the table."""
    if os.getuid() == 0:
        raise SystemExit("Run this as a plain user: as root an attack could go past the limits it is given.")
    (source,) = [each for each in sources() if each.chapter == CHAPTER]
    known = json.loads((ATTACKS / "points.json").read_text("utf-8"))
    chosen = sys.argv[1:] or known
    places = tempfile.TemporaryDirectory()
    courses = {stock: made(Path(places.name) / f"course-{stock}", stock=stock) for stock in (True, False)}
    print("attack,what it tries,honest part,nbgrader as installed,ours,neighbour under nbgrader as installed")
    for number, name in enumerate(chosen, 1):
        honest = known.get(known[name].get("honest part"), {"points": {}})["points"]
        theirs, ours = (graded(courses[stock], source, name, stock=stock) for stock in (True, False))
        print(row(name, known[name]["kind"], sum(honest.values()), theirs, ours), flush=True)
        print(f"{number} of {len(chosen)}: {name}", file=sys.stderr)


def row(name: str, kind: str, honest: int, theirs: Graded, ours: Graded) -> str:
    """Return a line of the table."""
    assert ours.neighbour
    assert ours.untouched
    after = "marked right" if theirs.neighbour else "not marked right"
    words = name.replace("_", " "), kind, honest, marks(theirs), marks(ours)
    return ",".join(map(str, (*words, after if theirs.untouched else f"{after}; file changed")))


def marks(graded: Graded) -> str:
    """Return what was earned, in words for the table."""
    return "no mark" if graded.points is None else f"{graded.points:g}"


def graded(course: Path, source: Source, attack: str, *, stock: bool) -> Graded:
    """Grade a class of two in a copy of a course: an attack, and a neighbour whose work is right."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        root = shutil.copytree(course, Path(place) / "course")
        if stock:
            (root / "nbgrader_config.py").write_text(STOCK.format(root=str(root)), encoding="utf-8")
        text = (ATTACKS / f"{attack}.py").read_text("utf-8")
        for word, value in (("target", root / "submitted" / NEIGHBOUR), ("judge", 2), ("port", 9)):
            text = text.replace(f"@{word}@", str(value))
        handed_in(root, "attacker", attacked(source, text))
        file = handed_in(root, NEIGHBOUR, as_text(solved_notebook(source)))
        before = file.read_bytes()
        boxed(root, *(("nbgrader", "autograde", CHAPTER) if stock else ("autograder", "grade", "--course", ".")))
        scores = dict(scored(root))
        full = sum(each["metadata"].get("nbgrader", {}).get("points", 0) for each in solved_notebook(source).cells)
        untouched = file.exists() and file.read_bytes() == before
        return Graded(scores.get("attacker"), scores.get(NEIGHBOUR) == full, untouched)


def made(root: Path, *, stock: bool) -> Path:
    """Make a course, configured as it comes or with nothing but its place; return its folder."""
    run([PROGRAMS / "autograder", "course", root])
    if stock:
        (root / "nbgrader_config.py").write_text(STOCK.format(root=str(root)), encoding="utf-8")
    run([PROGRAMS / "nbgrader", "generate_assignment", CHAPTER], root)
    return root


def attacked(source: Source, text: str) -> str:
    """Return the learner's notebook with an attack in the cell of `trim_history`."""
    notebook: Any = exercise_notebook(source)
    for cell in notebook.cells:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "trim_history":
            cell["source"] = text
    return as_text(notebook)


def handed_in(root: Path, student: str, text: str) -> Path:
    """Write a submission, and return its file."""
    file = root / "submitted" / student / CHAPTER / f"{CHAPTER}.ipynb"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return file


def boxed(root: Path, program: str, *arguments: str) -> None:
    """Run a command where it can write to its course and nowhere else, with no network, alone with its processes."""
    box: list[str | Path] = [
        "bwrap",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/tmp",
        "--bind",
        root,
        root,
    ]
    box += ["--setenv", "HOME", "/tmp", "--unshare-all", "--die-with-parent", "--chdir", root]
    run(["prlimit", *ROOM, *box, PROGRAMS / program, *arguments], root)


def run(command: Iterable[str | Path], folder: Path | None = None) -> None:
    """Run a command for some minutes at most; how it ends says nothing here."""
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    words, environment = list(map(str, command)), os.environ | {"PATH": path}
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(words, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False)


def scored(root: Path) -> Iterator[tuple[str, float]]:
    """Yield the students that have a mark, and their points."""
    with open_gradebook(f"sqlite:///{root}/gradebook.db") as gradebook:
        for submission in gradebook.assignment_submissions(CHAPTER):
            grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
            if any(grade.auto_score is not None for grade in grades):
                yield submission.student.id, submission.score


if __name__ == "__main__":
    main()
