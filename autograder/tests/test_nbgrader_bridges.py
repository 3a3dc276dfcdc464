"""The class as it comes, through both bridges: nbgrader's own autograde, and `autograder grade --course`."""

import json
import shutil

import pytest
from traitlets import TraitError

from autograder.grading.nbgrader_bridge import Mark
from autograder.tests.changed_notebooks import CHANGES, NOTHING
from autograder.tests.courses import CHAPTER, RealCourse


@pytest.fixture(scope="module")
def courses(tmp_path_factory):
    """Return two courses with the same class, one marked by each bridge, and what the commands printed."""
    base = tmp_path_factory.mktemp("bridges")
    one = RealCourse(base / "nbgrader", base / "home")
    one.make()
    for name, make in CHANGES.items():
        change = make()
        one.hand_in(name, change.content, change.file, stamp="2026-11-20 10:00:00 UTC")
    link = one.root / "submitted" / "zz_link" / CHAPTER / f"{CHAPTER}.ipynb"
    link.parent.mkdir(parents=True)
    link.symlink_to(one.root / "submitted" / "all_right" / CHAPTER / f"{CHAPTER}.ipynb")
    other = RealCourse(base / "direct", base / "home")
    shutil.copytree(one.root, other.root, symlinks=True)
    before = {path: path.read_bytes() for path in one.root.glob("submitted/*/*/*")}
    printed = one.run("nbgrader", "autograde", CHAPTER), other.run("autograder", "grade", "--course", ".")
    assert {path: path.read_bytes() for path in before} == before, "a submission was changed"
    return one, other, printed


def test_every_changed_notebook_gets_its_stated_mark_in_the_gradebook(courses):
    wanted = {name: make().marks for name, make in CHANGES.items()} | {"zz_link": NOTHING}
    for course in courses[:2]:
        assert course.marks() == wanted


def test_both_bridges_write_equal_marks(courses):
    one, other, _ = courses
    assert (one.marks(), one.penalties()) == (other.marks(), other.penalties())


def test_no_grade_waits_for_a_person(courses):
    for course in courses[:2]:
        with course.gradebook() as gradebook:
            assert not any(s.needs_manual_grade for s in gradebook.assignment_submissions(CHAPTER))


def test_autograded_notebook_shows_the_report_at_its_check_cell(courses):
    for course in courses[:2]:
        path = course.root / "autograded" / "cuts_by_count" / CHAPTER / f"{CHAPTER}.ipynb"
        cells = json.loads(path.read_text())["cells"]
        (cell,) = [c for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == "check_trim_history"]
        shown = "".join(cell["outputs"][0]["data"]["text/plain"])
        assert "leaves no orphan" in shown
        assert "".join(cell["outputs"][1]["data"]["text/plain"]) == "21"


def test_every_student_has_a_page_where_nbgrader_looks_for_feedback(courses):
    _, other, _ = courses
    for student in other.marks():
        page = (other.root / "feedback" / student / CHAPTER / f"{CHAPTER}.html").read_text()
        assert student in page
        assert "src=" not in page
    assert "cuts_by_count" in (other.root / "feedback" / "class.html").read_text()


def test_second_run_with_nothing_changed_writes_nothing(courses):
    _, other, _ = courses
    files = [
        *other.root.glob("autograded/*/*/*"),
        other.root / "gradebook.db",
        other.root / ".autograder/journal.jsonl",
    ]
    before = [(path, path.stat().st_mtime_ns) for path in files]
    other.run("autograder", "grade", "--course", ".")
    assert [(path, path.stat().st_mtime_ns) for path in files] == before


def test_summary_names_who_needs_a_look(courses):
    printed = " ".join(courses[2][1].split())
    assert "Needs a look" in printed
    assert "cut_off: ch03_trim.ipynb is not a whole notebook" in printed
    assert "trim_history breaks: leaves no orphan: cuts_by_count" in printed


def test_a_limit_of_the_configuration_that_does_not_exist_is_named():
    with pytest.raises(TraitError, match=r"c.Mark.limits: there is no limit called 'time'. Name one of patience"):
        Mark(limits={"time": 3})
    assert Mark(limits={"call_wall": 60, "memory": "2G"}).limits == {"call_wall": 60, "memory": "2G"}
