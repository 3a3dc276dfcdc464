"""`autograder grade` and `autograder check`: folders, zips and single files in; marks, pages and a journal out."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from autograder.tests.changed_notebooks import CHANGES, CHAPTER, FULL, MOST
from autograder.tests.courses import PROGRAMS

SMALL_CLASS = {"ada": "all_right", "b en 王": "cuts_by_count", "cut": "cut_off"}


def run(folder: Path, *arguments: str, code: int = 0) -> str:
    done = subprocess.run(
        [str(PROGRAMS / "autograder"), *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return " ".join((done.stdout + done.stderr).split())


def hand_in(folder: Path, student: str, change: str, file: str = f"{CHAPTER}.ipynb") -> Path:
    path = folder / student / CHAPTER / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(CHANGES[change]().content)
    return path


def scores(file: Path) -> dict[tuple[str, str], int]:
    return {(row["student"], row["lesson"]): row["score"] for row in json.loads(file.read_text())}


@pytest.fixture
def small_class(tmp_path):
    for student, change in SMALL_CLASS.items():
        hand_in(tmp_path / "class", student, change)
    return tmp_path


def test_grade_writes_one_object_a_student_and_lesson(small_class):
    printed = run(small_class, "grade", "class", "--json", "out.json")
    rows = json.loads((small_class / "out.json").read_text())
    assert [set(row) for row in rows] == [
        {"student", "chapter", "lesson", "score", "points", "broken", "jail", "seconds"}
    ] * len(rows)
    assert scores(small_class / "out.json") == {
        (student, lesson): score
        for student, change in SMALL_CLASS.items()
        for lesson, score in CHANGES[change]().marks.items()
    }
    assert "cut: ch03_trim.ipynb is not a whole notebook" in printed
    assert "trim_history breaks: leaves no orphan: b en 王" in printed


def test_grade_writes_a_page_a_student_and_one_for_the_class(small_class):
    run(small_class, "grade", "class", "--feedback", "pages")
    page = (small_class / "pages" / "b en 王" / CHAPTER / f"{CHAPTER}.html").read_text()
    assert f"{CHANGES['cuts_by_count']().total} of {MOST} points" in page
    assert "def trim_history" in page
    assert "leaves no orphan" in page
    assert "http" not in page.replace("https://github.com/", "")
    assert "1 × trim_history breaks: leaves no orphan" in (small_class / "pages" / "class.html").read_text()


def test_second_run_judges_nothing_anew(small_class):
    run(small_class, "grade", "class", "--json", "out.json")
    journal = (small_class / "out.json.journal").read_bytes()
    run(small_class, "grade", "class", "--json", "out.json")
    assert (small_class / "out.json.journal").read_bytes() == journal


def test_limits_can_be_set_and_other_limits_judge_anew(small_class):
    run(small_class, "grade", "class", "--json", "out.json", "--limit", "answer_depth=1", "--limit", "memory=0.5G")
    assert scores(small_class / "out.json")["ada", "trim_history"] < 46
    assert "is nested more than 1 deep" in (small_class / "out.json.journal").read_text()
    run(small_class, "grade", "class", "--json", "out.json")
    assert scores(small_class / "out.json")["ada", "trim_history"] == 46


def test_journal_cut_off_in_a_line_loses_that_line_only(small_class):
    run(small_class, "grade", "class", "--json", "out.json")
    marks = (small_class / "out.json").read_text()
    journal = small_class / "out.json.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][: len(lines[-1]) // 2])
    run(small_class, "grade", "class", "--json", "out.json")
    assert len(journal.read_bytes().splitlines()) == len(lines) + 1
    assert [{**row, "seconds": 0} for row in json.loads((small_class / "out.json").read_text())] == [
        {**row, "seconds": 0} for row in json.loads(marks)
    ]


def test_killed_runs_are_taken_up_by_the_same_command(tmp_path):
    """Kill -9 at four moments; the same command then finishes with the marks of an undisturbed run."""
    for number in range(16):
        hand_in(tmp_path / "class", f"s{number:02}", list(CHANGES)[number])
    run(tmp_path, "grade", "class", "--json", "calm.json")
    command = [str(PROGRAMS / "autograder"), "grade", "class", "--json", "out.json"]
    journal = tmp_path / "out.json.journal"
    for wanted in (0, 1, 5, 11):
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") <= wanted):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = journal.read_bytes().count(b"\n")
    run(tmp_path, "grade", "class", "--json", "out.json")
    assert scores(tmp_path / "out.json") == scores(tmp_path / "calm.json")
    keys = [json.loads(line)["student"] for line in journal.read_bytes().splitlines()]
    assert len(keys) == len(set(keys)) == 16, "a finished submission was judged again"
    assert before < 16


def test_killed_run_leaves_no_process_behind(tmp_path):
    hand_in(tmp_path / "class", "ada", "all_right")
    hand_in(tmp_path / "class", "ben", "all_right")
    marker = f"ORPHAN_TEST={os.getpid()}"
    name, _, value = marker.partition("=")
    process = subprocess.Popen(
        [str(PROGRAMS / "autograder"), "grade", "class", "--json", "out.json"],
        cwd=tmp_path,
        env=os.environ | {name: value},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not _with_environment(marker) - {process.pid} and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    while _with_environment(marker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _with_environment(marker)


def _with_environment(marker: str) -> set[int]:
    """Return the processes whose environment holds a marker."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if marker.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
        except OSError:
            continue
    return found


def test_zip_of_a_learning_platform_is_read_where_it_lies(tmp_path):
    right, wrong = CHANGES["all_right"]().content, CHANGES["nothing_written"]().content
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("Ada Lovelace_12345_assignsubmission_file_/ch03_trim.ipynb", right)
        archive.writestr("../../escaped/ch03_trim.ipynb", wrong)
        archive.writestr("__MACOSX/._ch03_trim.ipynb", b"junk")
        archive.writestr(zipfile.ZipInfo("王小明/ch03_trim/ch03_trim.ipynb", (2026, 1, 1, 0, 0, 0)), wrong)
        archive.writestr(zipfile.ZipInfo("王小明/ch03_trim/second try.ipynb", (2026, 1, 2, 0, 0, 0)), right)
        archive.writestr("readme.txt", b"hello")
    printed = run(tmp_path, "grade", "class.zip", "--json", "out.json")
    marks = scores(tmp_path / "out.json")
    assert marks["Ada Lovelace", "trim_history"] == FULL["trim_history"]
    assert marks["王小明", "trim_history"] == FULL["trim_history"]
    assert marks["escaped", "trim_history"] == 0
    assert "王小明: handed in 2 files for one chapter; the newest counts" in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.zip", "out.json", "out.json.journal"]


def test_bomb_in_a_zip_is_not_unpacked(tmp_path):
    with (
        zipfile.ZipFile(tmp_path / "class.zip", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("ada/ch03_trim/ch03_trim.ipynb", "w", force_zip64=True) as member,
    ):
        for _ in range(300):
            member.write(b" " * 1_000_000)
    printed = run(tmp_path, "grade", "class.zip", "--json", "out.json")
    assert "has more than 20 MB" in printed
    assert scores(tmp_path / "out.json")["ada", "trim_history"] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["grade"], "Give files or folders to grade, or --course"),
        (["grade", "empty"], "No notebook lies under empty in the form <student>/<chapter>/<notebook>.ipynb"),
        (["grade", "notes.txt"], "notes.txt holds no notebook"),
        (["grade", "broken.zip"], "broken.zip is not a whole zip file"),
        (["grade", "--course", "empty"], "empty has no nbgrader_config.py, so it is no course"),
        (["grade", "empty", "--limit", "time=3"], "there is no limit called 'time'. Name one of patience, call_wall,"),
        (["grade", "empty", "--limit", "memory=2 GB"], "'memory=2 GB' sets no limit. Write a number above 0"),
        (["grade", "empty", "--limit", "files=0.5"], "'files=0.5' sets no limit. Write a number above 0"),
        (["check", "broken.ipynb"], "its JSON is cut off or damaged"),
        (["check", "other.py"], "defines no function of this course"),
    ],
)
def test_bad_input_gets_a_sentence(tmp_path, arguments, sentence):
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "broken.zip").write_text("hello")
    (tmp_path / "broken.ipynb").write_text("{")
    (tmp_path / "other.py").write_text("def something():\n    pass\n")
    code = 2 if arguments == ["grade"] or "--limit" in arguments else 1
    assert sentence in run(tmp_path, *arguments, code=code)


def test_check_prints_what_the_notebook_says(tmp_path):
    path = hand_in(tmp_path, "ada", "cuts_by_count")
    printed = run(tmp_path, "check", str(path))
    assert "find_safe_tail_start" in printed
    assert "✗ trim_history leaves no orphan" in printed
    assert "21 of 46" in printed


def test_marks_do_not_depend_on_the_number_of_jobs(tmp_path):
    for number in range(6):
        hand_in(tmp_path / "class", f"s{number:02}", list(CHANGES)[number])
    run(tmp_path, "grade", "class", "--json", "one.json", "--jobs", "1")
    run(tmp_path, "grade", "class", "--json", "three.json", "--jobs", "3")
    assert scores(tmp_path / "one.json") == scores(tmp_path / "three.json")


def test_pytest_shows_our_message_and_no_traceback(tmp_path):
    path = hand_in(tmp_path, "ada", "cuts_by_count")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--submission", str(path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "✗ trim_history  leaves no orphan" in done.stdout
    assert "Error" not in done.stdout
    assert "trim_history: 21 of 46 points" in done.stdout
    assert "::trim_history::leaves_no_orphan" in done.stdout


def test_work_in_the_wrong_place_is_named(tmp_path):
    hand_in(tmp_path / "class", "ada", "all_right")
    (tmp_path / "class" / "jo").mkdir()
    (tmp_path / "class" / "jo" / f"{CHAPTER}.ipynb").write_bytes(CHANGES["all_right"]().content)
    (tmp_path / "class" / "ken" / CHAPTER).mkdir(parents=True)
    (tmp_path / "class" / "lu").mkdir()
    printed = run(tmp_path, "grade", "class", "--feedback", "pages")
    page = (tmp_path / "pages" / "class.html").read_text()
    for sentence in (
        f"jo: {CHAPTER}.ipynb is not judged; notebooks count in jo/<chapter>/",
        f"ken: {CHAPTER}/ holds no notebook",
        "lu: the folder is empty",
    ):
        assert sentence in printed
        assert sentence in page.replace("&lt;", "<").replace("&gt;", ">")


def test_own_version_of_a_course_file_is_kept_and_the_new_one_is_not_handed_out(tmp_path):
    run(tmp_path, "course", "course")
    notebook = tmp_path / "course" / "source" / CHAPTER / f"{CHAPTER}.ipynb"
    before = notebook.read_bytes()
    notebook.write_bytes(before + b"\n")
    printed = run(tmp_path, "course", "course")
    assert f"this version's is newer/source/{CHAPTER}/{CHAPTER}.ipynb" in printed
    assert notebook.read_bytes() == before + b"\n"
    assert (tmp_path / "course" / "newer" / "source" / CHAPTER / f"{CHAPTER}.ipynb").read_bytes() == before
    assert sorted(path.name for path in notebook.parent.iterdir()) == [f"{CHAPTER}.ipynb", "given_ch03.py"]
    notebook.write_bytes(before)
    run(tmp_path, "course", "course")
    assert not list((tmp_path / "course" / "newer").rglob("*.ipynb"))
