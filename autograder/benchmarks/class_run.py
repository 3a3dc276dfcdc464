"""A class of 50, graded four ways side by side, and how ours grows with the class.

Run `python -m autograder.benchmarks.class_run`; it takes about half an hour.
The class hands in chapter 3: of each function two students in three have a right version, of those the project knows,
and the others make one of the known mistakes, quadratic time among them. Every way runs on this machine in this run;
the ratios are what counts. `otter` joins when the extra `benchmark` is installed.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from autograder.authoring.exercises import as_text, solved_notebook
from autograder.authoring.source import sources
from autograder.authoring.standard import answer_files
from autograder.execution.running import run_case
from autograder.grading.extraction import needed_pieces
from autograder.grading.judging import judge_submission
from autograder.grading.submission import Submission, read_submission
from autograder.grading.workshop import Workshop
from autograder.lessons.catalog import lesson_names
from autograder.lessons.running import standard_run

CHAPTER = "ch03_trim"
LESSONS = tuple(lesson_names(CHAPTER))
SIZE, GROWTH = 50, (50, 250, 1000)
SHARE_RIGHT = 2 / 3
PROGRAMS = Path(sys.executable).parent
STOCK = "c = get_config()\nc.CourseDirectory.root = {root!r}\n"
PLAIN_TEST = """
import json, sys
from autograder.execution.running import run_case
from autograder.lessons.running import standard_run

NAMESPACE = {{}}
for cell in json.load(open({file!r}))["cells"]:
    if cell["metadata"].get("nbgrader", {{}}).get("solution"):
        exec("".join(cell["source"]), NAMESPACE)

def test_answers():
    for name in {lessons!r}:
        for case, right in standard_run(name):
            assert run_case(NAMESPACE[name], case.to_json(), None).values == right.values
"""


def seconds_of(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def class_files(folder: Path, size: int) -> list[Path]:
    """Hand in a class: for each function a student draws the next of the right answers, or of the wrong ones."""
    (source,) = [each for each in sources() if each.chapter == CHAPTER]
    text = as_text(solved_notebook(source))
    answers = {(name, kind): cycle(answer_files(name, kind)) for name in LESSONS for kind in ("right", "wrong")}
    draw, files = Random(size), []
    for number in range(size):
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in LESSONS:
                kind = "right" if draw.random() < SHARE_RIGHT else "wrong"
                cell["source"] = next(answers[name, kind]).read_text(encoding="utf-8")
        file = folder / f"student{number:04}" / CHAPTER / f"{CHAPTER}.ipynb"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(notebook), encoding="utf-8")
        files.append(file)
    return files


def program(folder: Path, name: str, *arguments: str) -> None:
    """Run a command of this environment; its exit code says nothing here."""
    environment = os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    command = [str(PROGRAMS / name), *arguments]
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)


@contextmanager
def a_course(size: int, config: str = "") -> Iterator[Path]:
    """Make a course with a class in it, ready to be marked."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "course"
        program(Path(place), "autograder", "course", "course")
        if config:
            (root / "nbgrader_config.py").write_text(config.format(root=str(root)), encoding="utf-8")
        program(root, "nbgrader", "generate_assignment", CHAPTER)
        class_files(root / "submitted", size)
        yield root


def nbgraders_own() -> float:
    """Mark the class with `nbgrader autograde` as it is installed: one kernel a student, `check` in each."""
    with a_course(SIZE, STOCK) as root:
        return seconds_of(lambda: program(root, "nbgrader", "autograde", CHAPTER))


def ours_to_the_gradebook(size: int = SIZE) -> float:
    """Mark the class with `autograder grade --course`, marks and pages and all."""
    with a_course(size) as root:
        return seconds_of(lambda: program(root, "autograder", "grade", "--course", "."))


def plain_pytest(files: list[Path], folder: Path) -> float:
    """Run a bare test of the same cases in a process of its own for each student: no jail, no rules, no marks."""

    def run() -> None:
        for number, file in enumerate(files):
            test = folder / f"test_{number}.py"
            test.write_text(PLAIN_TEST.format(file=str(file), lessons=LESSONS), encoding="utf-8")
            program(folder, "pytest", "-q", "-p", "no:cacheprovider", test.name)

    return seconds_of(run)


def judged(submissions: list[Submission]) -> float:
    """Judge the class in one process: jail, cases, rules, reports."""
    with Workshop() as workshop:
        list(judge_submission(workshop, submissions[0]))  # the standard runs are read before the clock runs
        return seconds_of(lambda: [list(judge_submission(workshop, each)) for each in submissions])


def bare_forks(submissions: list[Submission]) -> float:
    """Run the same cases in a plain fork for each function: no jail, nothing sent back, nothing judged."""

    def run() -> None:
        for submission in submissions:
            for name in LESSONS:
                pid = os.fork()
                if pid == 0:
                    _run_cases(submission, name)
                os.waitpid(pid, 0)

    return seconds_of(run)


def _run_cases(submission: Submission, name: str) -> None:
    try:
        namespace: dict[str, Any] = {}
        for piece in needed_pieces(submission.cells, name):
            exec(piece.source, namespace)
        for case, _ in standard_run(name):
            run_case(namespace[name], case.to_json(), _nobody)
    finally:
        os._exit(0)


def _nobody(name: str, args: list[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    raise LookupError(name)


def otter(files: list[Path], folder: Path) -> float | None:
    """Grade the class with `otter run`, where it is installed; `None` where it is not."""
    if shutil.which("otter", path=str(PROGRAMS)) is None:
        return None
    tests = folder / "tests"
    tests.mkdir()
    for name in LESSONS:
        body = f"from autograder import check\n    score = check({name}, show=False).score\n    assert score"
        text = f"OK_FORMAT = False\nname = {name!r}\npoints = 1\n\ndef test_it({name}):\n    {body}\n"
        (tests / f"{name}.py").write_text(text, encoding="utf-8")

    def run() -> None:
        for file in files:
            program(folder, "otter", "check", str(file), "-t", str(tests))

    return seconds_of(run)


def peak_memory() -> float:
    """Return the most memory any finished child process held, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Print the table and the growth, each line as soon as it is measured."""
    with tempfile.TemporaryDirectory() as place:
        files = class_files(Path(place) / "class", SIZE)
        submissions = [read_submission(file, file.parent.parent.name, CHAPTER) for file in files]
        for name in LESSONS:
            standard_run(name)
        ways: list[tuple[str, Callable[[], float | None]]] = [
            ("nbgrader autograde, as installed", nbgraders_own),
            ("otter check, a student at a time", lambda: otter(files, Path(place))),
            ("plain pytest, a student at a time", lambda: plain_pytest(files, Path(place))),
            ("ours, into the gradebook", ours_to_the_gradebook),
            ("ours, judging alone, one process", lambda: judged(submissions)),
            ("bare forks, the same cases", lambda: bare_forks(submissions)),
        ]
        print(f"{SIZE} submissions of {CHAPTER}\n")
        base = 0.0
        for words, measured in ways:
            seconds = measured()
            base = base or seconds or 0.0
            print(f"{words:36}  {_in_words(seconds, base)}", flush=True)
    print("\nautograder grade --course, from first to last")
    first = 0.0
    for size in GROWTH:
        seconds = ours_to_the_gradebook(size)
        first = first or seconds / size
        print(
            f"{size:6} students  {seconds:7.1f} s  {seconds / size / first:5.2f} times the first's time a student",
            flush=True,
        )
    print(f"most memory of one process: {peak_memory():.0f} MB")


def _in_words(seconds: float | None, base: float) -> str:
    if seconds is None:
        return "not installed"
    return f"{seconds / SIZE * 1000:9.1f} ms each  {base / seconds:7.1f} times nbgrader's speed"


if __name__ == "__main__":
    main()
