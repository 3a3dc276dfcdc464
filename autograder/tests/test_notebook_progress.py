"""Records and `progress`: kept in the study folder, by two kernels at once, through damage, and never elsewhere."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder import check, progress
from autograder.authoring.standard import answer_files, load_answer
from autograder.feedback.progress import ChapterProgress, LessonProgress, Progress, progress_markdown, progress_page
from autograder.lessons.catalog import chapters
from autograder.notebook import records
from autograder.notebook.progress import progress_of
from autograder.notebook.records import Records, study_folder


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study folder; the working directory is a chapter in it."""
    (tmp_path / ".autograder").mkdir()
    (tmp_path / "ch03_trim").mkdir()
    monkeypatch.chdir(tmp_path / "ch03_trim")
    return tmp_path


def test_the_study_folder_is_the_nearest_one_with_the_marker(study: Path) -> None:
    (study / "ch03_trim" / "deep").mkdir()
    assert study_folder(study / "ch03_trim" / "deep") == study
    assert study_folder() == study


def test_without_a_marker_the_working_directory_is_the_study_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Records.here().append(kind="check", lesson="f") == ""
    assert [str(each.relative_to(tmp_path)) for each in sorted(tmp_path.rglob("*"))] == [
        ".autograder",
        ".autograder/progress.jsonl",
    ]


def test_two_kernels_write_at_once_and_nothing_is_lost(study: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from autograder.notebook.records import Records\n"
        "for number in range(300):\n"
        "    Records(Path(sys.argv[1])).append(kind='check', lesson='f', number=number, by=sys.argv[2])"
    )
    kernels = [subprocess.Popen([sys.executable, "-c", code, str(study), name]) for name in ("one", "two")]
    assert [each.wait() for each in kernels] == [0, 0]
    found, note = Records(study).read()
    assert note == ""
    assert [each["number"] for each in found if each["by"] == "one"] == list(range(300))
    assert [each["number"] for each in found if each["by"] == "two"] == list(range(300))


def test_a_damaged_file_is_kept_aside_and_said_and_the_rest_is_read(study: Path) -> None:
    mine = Records(study)
    mine.append(kind="check", lesson="one")
    with mine.path.open("ab") as file:
        file.write(b'{"at": "2026", "kind": "che')  # cut off by a crash
    mine.append(kind="check", lesson="two")
    with mine.path.open("ab") as file:
        file.write(b"\x00\xff\n[1, 2]\n")
    damaged = mine.path.read_bytes()
    found, note = mine.read()
    assert [each["lesson"] for each in found] == ["one", "two"]
    aside = next(mine.path.parent.glob("progress-damaged-*.jsonl"))
    assert aside.read_bytes() == damaged
    assert note == f"progress.jsonl was damaged. It is kept as {aside}; 2 records could be read."
    again, note = mine.read()
    assert (again, note) == (found, "")


def test_a_damaged_file_that_cannot_be_moved_is_read_as_far_as_it_goes(
    study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Records(study)
    mine.append(kind="check", lesson="one")
    with mine.path.open("ab") as file:
        file.write(b"noise\n")

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "rename", refuse)
    found, note = mine.read()
    assert [each["lesson"] for each in found] == ["one"]
    assert note == f"Some lines of {mine.path} are damaged and were left out."


def test_a_file_that_is_nothing_but_noise_is_kept_aside_too(study: Path) -> None:
    Records(study).path.write_bytes(bytes(range(256)))
    found, note = Records(study).read()
    assert found == []
    assert note.endswith("0 records could be read.")
    assert Records(study).append(kind="check", lesson="f") == ""
    assert len(Records(study).read()[0]) == 1


def test_where_nothing_can_be_written_it_is_said_once_and_kept_in_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".autograder").write_text("a file, not a folder")
    monkeypatch.chdir(tmp_path)
    right = load_answer(answer_files("trim_history", "right")[0], "trim_history")
    first, second = check(right, show=False), check(right, show=False)
    path = tmp_path / ".autograder" / "progress.jsonl"
    assert first.notes == (f"Progress is kept in this kernel only: {path} cannot be written (File exists).",)
    assert second.notes == ()
    assert progress().last == "trim_history"
    assert (tmp_path / ".autograder").read_text() == "a file, not a folder"


def test_progress_survives_a_restart_and_tells_done_open_and_last_tried(study: Path) -> None:
    check(load_answer(answer_files("find_safe_tail_start", "right")[0], "find_safe_tail_start"), show=False)
    check(load_answer(answer_files("trim_history", "wrong")[0], "trim_history"), show=False)
    code = "from autograder import progress; print(progress())"
    said = subprocess.run([sys.executable, "-c", code], cwd=study, capture_output=True, text=True, check=True).stdout
    done = next(line for line in said.splitlines() if "find_safe_tail_start" in line)
    open_line = next(line for line in said.splitlines() if "trim_history" in line)
    assert done.startswith(" ✓  find_safe_tail_start  20 of 20  20")
    assert open_line.startswith(" ◐  trim_history          ")
    assert open_line.endswith("not yet: changes no message")
    assert "Last tried: trim_history" in said


def record(lesson: str = "trim_history", **more: Any) -> dict[str, Any]:
    return {"at": "2026-11-30T15:52:01.000+00:00", "kind": "check", "lesson": lesson, "version": 1, **more}


def of(found: Progress, lesson: str = "trim_history") -> LessonProgress:
    return next(each for chapter in found.chapters for each in chapter.lessons if each.name == lesson)


def test_progress_shows_the_best_attempt_of_the_present_version() -> None:
    made = [record(score=12), record(score=30, broken="drops_the_middle"), record(score=46, passed=True, version=0)]
    assert of(progress_of(made[:2])) == LessonProgress(
        "trim_history", "open", 30, 46, "2026-11-30 15:52", "drops the middle"
    )
    assert of(progress_of(made)).state == "open"
    assert of(progress_of([record(score=46, passed=True), record(score=3)])).state == "done"
    assert of(progress_of([])) == LessonProgress("trim_history", "not tried", 0, 46)


def test_progress_believes_no_impossible_record() -> None:
    odd = [record(score="x"), record(score=10**9, passed="yes"), record(lesson="nowhere"), record(broken=["?"])]
    assert of(progress_of(odd)).score == 46
    assert of(progress_of(odd)).state == "open"
    assert progress_of(odd).last == "trim_history"


def test_progress_has_every_chapter_of_the_course() -> None:
    assert [each.name for each in progress_of([]).chapters] == chapters()


CHAPTER = ChapterProgress(
    "ch03_trim",
    "Forget: <the> window",
    50,
    (LessonProgress("one", "done", 20, 20, "2026-11-30 15:52"), LessonProgress("two", "open", 3, 46, "", "drops it")),
)
READ_ONLY = ChapterProgress("ch00_die", "See it die", 0, ())


def test_progress_is_told_in_text() -> None:
    assert repr(Progress((READ_ONLY, CHAPTER), "one", "A note.")) == (
        "See it die\n\n"
        "Forget: <the> window · about 50 minutes\n"
        " ✓  one  20 of 20  2026-11-30 15:52\n"
        " ◐  two  3 of 46                     not yet: drops it\n\n"
        "Last tried: one\n\n"
        "A note.\n"
    )
    assert repr(Progress(())) == "Nothing was tried yet.\n"


def test_progress_is_told_in_html_escaped() -> None:
    page = progress_page(Progress((CHAPTER,), "<one>", "<note>"))
    assert "Forget: &lt;the&gt; window" in page
    assert "<code>&lt;one&gt;</code>" in page
    assert "&lt;note&gt;" in page
    assert "1 of 2 done" in page
    assert "Nothing was tried yet." in progress_page(Progress(()))
    assert progress_page(Progress(())) == Progress(())._repr_html_()


def test_progress_is_told_in_markdown_with_a_link_to_each_chapter() -> None:
    made = progress_markdown(Progress((READ_ONLY, CHAPTER), "one"), lambda chapter: f"{chapter}/{chapter}.ipynb")
    assert made.splitlines() == [
        "| chapter | about minutes | done | points |",
        "| --- | ---: | ---: | ---: |",
        "| [See it die](ch00_die/ch00_die.ipynb) |  | to read |  |",
        "| [Forget: \\<the\\> window](ch03_trim/ch03_trim.ipynb) | 50 | 1 of 2 | 23 of 66 |",
        "",
        "Last tried: `one`.",
    ]


def test_a_file_that_cannot_be_read_is_said(study: Path) -> None:
    Records(study).path.mkdir()
    found, note = Records(study).read()
    assert found == []
    assert note == f"{Records(study).path} cannot be read (Is a directory)."


def test_records_are_lines_of_plain_json(study: Path) -> None:
    Records(study).append(kind="check", lesson="目标\u2028")
    lines = [line for line in Records(study).path.read_text(encoding="ascii").split("\n") if line]
    assert [json.loads(line)["lesson"] for line in lines] == ["目标\u2028"]
    assert Records(study).path.name == records.FILE
