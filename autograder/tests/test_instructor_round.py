"""An instructor's whole round with the real nbgrader: from an empty folder to returned feedback and exported grades."""

import csv
from concurrent.futures import ThreadPoolExecutor

import pytest

from autograder.tests.changed_notebooks import CHANGES, FULL, MOST, NOTHING
from autograder.tests.courses import CHAPTER, RealCourse

CLASS = {
    "ada": "all_right",
    "ben": "cuts_by_count",
    "cho": "one_answer_deleted",
    "dee": "nothing_written",
    "eve": "all_right",
}
IN_TIME, LATE = "2026-11-20 10:00:00 UTC", "2026-11-22 10:00:00 UTC"
AGAIN = "2026-11-20 12:00:00 UTC"


@pytest.fixture(scope="module", params=["nbgrader autograde", "autograder grade"])
def round_walked(request, tmp_path_factory):
    """Walk the round with one of the two bridges up to the first marks."""
    base = tmp_path_factory.mktemp("round")
    course = RealCourse(base / "course", base / "home")
    course.make()
    course.configure(
        [
            "c.CourseDirectory.course_id = 'context101'",
            f"c.Exchange.root = {str(base / 'exchange')!r}",
            "c.LateSubmissionPlugin.penalty_method = 'zero'",
        ]
    )
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment(CHAPTER, duedate="2026-11-21 00:00:00 UTC")
    (base / "exchange").mkdir(mode=0o777)
    (base / "exchange").chmod(0o777)
    course.run("nbgrader", "release_assignment", CHAPTER)
    collect(
        course,
        {student: (CHANGES[name]().content, LATE if student == "eve" else IN_TIME) for student, name in CLASS.items()},
    )
    mark = lambda: autograde(course, request.param)  # noqa: E731
    mark()
    return course, mark


def collect(course, files):
    """Lay files where students' `nbgrader submit` leaves them in the exchange, and collect them."""
    for student, (content, stamp) in files.items():
        folder = course.root.parent / "exchange" / "context101" / "inbound" / f"{student}+{CHAPTER}+{stamp}+x1"
        folder.mkdir(parents=True)
        (folder / f"{CHAPTER}.ipynb").write_bytes(content)
        (folder / "timestamp.txt").write_text(stamp)
        (folder / "submission_secret.txt").write_text(f"secret of {student}")
    course.run("nbgrader", "collect", "--update", CHAPTER)


def autograde(course, bridge):
    program, command = bridge.split()
    course.run(program, command, *((CHAPTER,) if program == "nbgrader" else ("--course", ".")))


def test_release_holds_the_exercise_and_no_solution(round_walked):
    course, _ = round_walked
    released = course.root.parent / "exchange" / "context101" / "outbound" / CHAPTER
    assert sorted(path.name for path in released.iterdir()) == [f"{CHAPTER}.ipynb", "given_ch03.py"]
    text = (released / f"{CHAPTER}.ipynb").read_text()
    assert "raise NotImplementedError" in text
    assert "BEGIN SOLUTION" not in text


def test_marks_and_the_penalty_for_being_late(round_walked):
    course, _ = round_walked
    assert course.marks() == {student: CHANGES[name]().marks for student, name in CLASS.items()}
    assert course.penalties() == {"eve": MOST}


def test_resubmission_counts_and_a_mark_given_by_hand_survives_it(round_walked):
    course, mark = round_walked
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("check_trim_history", CHAPTER, CHAPTER, "ben")
        grade.manual_score, grade.needs_manual_grade = 30, False
        gradebook.db.commit()
    collect(
        course,
        {
            "ben": (CHANGES["all_right"]().content, AGAIN),
            "ada": (CHANGES["nothing_written"]().content, AGAIN),
        },
    )
    mark()
    assert course.marks()["ada"] == NOTHING, "an old mark never survives a regrade"
    assert course.marks()["ben"] == FULL
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("check_trim_history", CHAPTER, CHAPTER, "ben")
        assert (grade.manual_score, grade.score, grade.needs_manual_grade) == (30, 30, True)


def test_pages_of_ours_go_back_through_nbgraders_feedback(round_walked):
    course, _ = round_walked
    assert "cho" in (course.root / "feedback" / "cho" / CHAPTER / f"{CHAPTER}.html").read_text()
    course.run("nbgrader", "release_feedback", CHAPTER)
    returned = list((course.root.parent / "exchange" / "context101" / "feedback").glob("*.html"))
    assert len(returned) == len(CLASS)
    assert any("trim_history" in page.read_text() for page in returned)


def test_export_holds_the_marks(round_walked):
    course, _ = round_walked
    course.run("nbgrader", "export")
    with (course.root / "grades.csv").open(newline="") as file:
        scores = {
            row["student_id"]: float(row["score"]) for row in csv.DictReader(file) if row["assignment"] == CHAPTER
        }
    assert scores["cho"] == CHANGES[CLASS["cho"]]().total
    assert scores["eve"] == 0


def test_two_graders_at_once_do_no_harm(tmp_path):
    course = RealCourse(tmp_path / "course", tmp_path / "home")
    course.make()
    for number, (name, make) in enumerate(CHANGES.items()):
        if number < 12:
            course.hand_in(name, make().content, stamp=IN_TIME)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: course.run("autograder", "grade", "--course", "."), range(3)))
    wanted = {name: CHANGES[name]().marks for name in list(CHANGES)[:12]}
    assert course.marks() == wanted
