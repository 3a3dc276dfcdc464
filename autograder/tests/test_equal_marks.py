"""The same code gets the same marks in the notebook, under pytest, from `grade` and from nbgrader.

Every wrong answer and every right variant of a chapter is handed in once: student number n answers each function with
its n-th answer, and leaves the stub where there is none. All of them go through the notebook, `grade` and nbgrader;
pytest's plugin, which hands a file to the judge as `grade` does, gets every third.
"""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from itertools import zip_longest

import pytest

from autograder import check
from autograder.authoring.exercises import as_text, exercise_notebook
from autograder.authoring.source import sources, taught
from autograder.authoring.standard import answer_files, load_answer
from autograder.lessons.catalog import lesson_named
from autograder.tests.courses import RealCourse

SOURCES = [source for source in sources() if taught(source)]


def answers(lesson):
    return answer_files(lesson, "wrong") + answer_files(lesson, "right")


def class_of(source):
    """Return, for each student, the file that answers each function."""
    lessons = taught(source)
    rows = zip_longest(*map(answers, lessons))
    return {
        f"student{n:02}": {lesson: path for lesson, path in zip(lessons, row, strict=True) if path is not None}
        for n, row in enumerate(rows)
    }


def notebook_with(source, files):
    """Return a chapter's notebook, filled in with these answers."""
    notebook = json.loads(as_text(exercise_notebook(source)))
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in files:
            cell["source"] = files[grade_id].read_text(encoding="utf-8")
    return json.dumps(notebook).encode()


@pytest.fixture(scope="module", params=SOURCES, ids=lambda source: source.chapter)
def handed_in(request, tmp_path_factory):
    """Return a course in which the class of a chapter has handed in, and who answered what."""
    source = request.param
    base = tmp_path_factory.mktemp(source.chapter)
    course = RealCourse(base / "course", base / "home")
    people = class_of(source)
    course.make(source.chapter)
    for student, files in people.items():
        course.hand_in(student, notebook_with(source, files), f"{source.chapter}.ipynb", chapter=source.chapter)
    return source, course, people


@pytest.fixture(scope="module")
def graded(handed_in):
    """Return the marks that `autograder grade` gives, by student and function."""
    _, course, _ = handed_in
    course.run("autograder", "grade", "submitted", "--json", "marks.json")
    rows = json.loads((course.root / "marks.json").read_text())
    return {(row["student"], row["lesson"]): row["score"] for row in rows}


def test_notebook_gives_the_same_marks(handed_in, graded, monkeypatch):
    monkeypatch.setattr("autograder.notebook.judging.SEARCH_SECONDS", 0.0)  # a smaller example changes no mark
    source, _, people = handed_in
    given = dict.fromkeys(((student, lesson) for student in people for lesson in taught(source)), 0)
    for student, files in people.items():
        for lesson, path in files.items():
            given[student, lesson] = check(load_answer(path, lesson), show=False, lesson=lesson).score
    assert graded == given


def test_pytest_gives_the_same_marks(handed_in, graded):
    source, course, people = handed_in
    third = sorted(people)[::3]
    files = [str(course.root / "submitted" / student / source.chapter / f"{source.chapter}.ipynb") for student in third]
    options = [option for file in files for option in ("--submission", file)]
    command = [sys.executable, "-m", "pytest", "-q", "--junit-xml", "tests.xml", *options]
    done = subprocess.run(command, cwd=course.root, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    expected = {(student, lesson): score for (student, lesson), score in graded.items() if student in third}
    assert earned(ElementTree.parse(course.root / "tests.xml"), third) == expected


def earned(tests, people):
    """Return the points of the rules whose tests passed, by student and function; a stub has one test and no rules."""
    marks = defaultdict(int)
    for test in tests.iter("testcase"):
        student = next(each for each in people if each in test.get("classname"))
        place, name = test.get("classname").rpartition(".")[2], test.get("name")
        lesson, rules = (name, []) if place == "ipynb" else (place, lesson_named(place).rules)
        passed = len(test) == 0  # a failure or a skip is written as an element inside
        marks[student, lesson] += sum(rule.points for rule in rules if rule.name == name and passed)
    return marks


def test_nbgrader_gives_the_same_marks(handed_in, graded):
    source, course, _ = handed_in
    course.run("nbgrader", "autograde", source.chapter)
    with course.gradebook() as gradebook:
        marks = {
            (submission.student.id, grade.name.removeprefix("check_")): grade.auto_score
            for submission in gradebook.assignment_submissions(source.chapter)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }
    assert marks == graded
