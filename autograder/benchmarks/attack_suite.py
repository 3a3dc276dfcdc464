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
SECONDS = 1_800  # for a class; what is installed has limits of its own
ROOM = ("--nproc=400", "--as=6442450944", "--fsize=1073741824")  # the machine's share of one attack
NEIGHBOUR = "zoe"  # who comes last


@dataclass(frozen=True, slots=True)
class Graded:
    """How a class of attacks and a neighbour came out.

    Attributes:
        points: what each attack earned; those that got no mark are missing.
        neighbour: whether the neighbour got all points.
        untouched: whether the neighbour's file is as it was handed in.
    """

    points: dict[str, float]
    neighbour: bool
    untouched: bool


def main() -> None:
    """Grade every attack both ways, or those that are named, and print the table."""
    if os.getuid() == 0:
        raise SystemExit("Run this as a plain user: as root an attack could go past the limits it is given.")
    known = json.loads((ATTACKS / "points.json").read_text("utf-8"))
    chosen = sys.argv[1:] or list(known)
    with tempfile.TemporaryDirectory() as place:
        ours = graded(made(Path(place) / "ours", stock=False), chosen, stock=False)
        assert ours.neighbour
        assert ours.untouched
        course = made(Path(place) / "theirs", stock=True)
        print("attack,what it tries,honest part,nbgrader as installed,ours,neighbour under nbgrader as installed")
        for number, name in enumerate(chosen, 1):
            honest = known.get(known[name].get("honest part"), known[name] | {"points": {}})["points"]
            theirs = graded(course, [name], stock=True)
            earned = marks(theirs, name), marks(ours, name)
            about = name.replace("_", " "), known[name]["kind"], sum(honest.values())
            print(*about, *earned, neighbours(theirs), sep=",", flush=True)
            print(f"{number} of {len(chosen)}: {name}", file=sys.stderr)


def marks(graded: Graded, attack: str) -> str:
    """Return what an attack earned, in words for the table."""
    return f"{graded.points[attack]:g}" if attack in graded.points else "no mark"


def neighbours(graded: Graded) -> str:
    """Return how the neighbour fared, in words for the table."""
    return ("marked right" if graded.neighbour else "not marked right") + "; file changed" * (not graded.untouched)


def graded(course: Path, attacks: list[str], *, stock: bool) -> Graded:
    """Grade a class in a copy of a course: attacks, and a neighbour whose work is right."""
    (source,) = [each for each in sources() if each.chapter == CHAPTER]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        root = shutil.copytree(course, Path(place) / "course")
        if stock:
            (root / "nbgrader_config.py").write_text(STOCK.format(root=str(root)), encoding="utf-8")
        for attack in attacks:
            handed_in(root, attack, attacked(source, aimed(attack, root / "submitted" / NEIGHBOUR)))
        file = handed_in(root, NEIGHBOUR, as_text(solved_notebook(source)))
        before = file.read_bytes()
        boxed(root, *(("nbgrader", "autograde", CHAPTER) if stock else ("autograder", "grade", "--course", ".")))
        points = dict(scored(root))
        full = sum(each["metadata"].get("nbgrader", {}).get("points", 0) for each in solved_notebook(source).cells)
        return Graded(points, points.get(NEIGHBOUR) == full, file.exists() and file.read_bytes() == before)


def aimed(attack: str, target: Path) -> str:
    """Return an attack's code with its targets filled in; in its box the grader is process 2."""
    text = (ATTACKS / f"{attack}.py").read_text("utf-8")
    for word, value in (("target", target), ("judge", 2), ("port", 9)):
        text = text.replace(f"@{word}@", str(value))
    return text


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
