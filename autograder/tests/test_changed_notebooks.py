"""Whatever a student hands in gets its stated mark, and nothing stops the class."""

import os
from pathlib import Path

import pytest

from autograder.grading.judging import judge_submission
from autograder.grading.submission import read_submission
from autograder.grading.workshop import Workshop
from autograder.tests.changed_notebooks import CHANGES, FULL, NOTHING, Changed, Marks


@pytest.fixture(scope="module")
def workshop():
    with Workshop() as made:
        yield made


def marks(workshop, path: Path) -> Marks:
    submission = read_submission(path, "ada", "ch03_trim")
    return {each.report.lesson: each.report.score for each in judge_submission(workshop, submission)}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_notebook_gets_its_stated_marks(workshop, tmp_path, name):
    change: Changed = CHANGES[name]()
    path = tmp_path / change.file
    path.write_bytes(change.content)
    assert marks(workshop, path) == change.marks
    assert path.read_bytes() == change.content


def test_link_is_not_followed(workshop, tmp_path):
    other = tmp_path / "other.ipynb"
    other.write_bytes(CHANGES["all_right"]().content)
    link = tmp_path / "ch03_trim.ipynb"
    link.symlink_to(other)
    assert marks(workshop, link) == NOTHING
    assert "link" in read_submission(link).problem


@pytest.mark.parametrize(
    ("name", "words"),
    [("cut_off", "cut off or damaged"), ("no_cells", "no cells"), ("a_list", "no cells"), ("empty_file", "is empty")],
)
def test_hopeless_file_gets_a_sentence(tmp_path, name, words):
    path = tmp_path / "ch03_trim.ipynb"
    path.write_bytes(CHANGES[name]().content)
    assert words in read_submission(path).problem


def test_unreadable_file_gets_a_sentence(tmp_path):
    assert "no plain file" in read_submission(tmp_path / "ch03_trim.ipynb").problem
    os.mkfifo(tmp_path / "pipe.ipynb")
    assert "no plain file" in read_submission(tmp_path / "pipe.ipynb").problem


def test_too_large_file_gets_a_sentence(tmp_path):
    path = tmp_path / "ch03_trim.ipynb"
    with path.open("wb") as file:
        file.truncate(30_000_000)
    assert "more than 20 MB" in read_submission(path).problem


def test_answer_that_is_not_python_is_named_with_its_line(workshop, tmp_path):
    import json

    from autograder.tests.changed_notebooks import with_solution

    path = tmp_path / "ch03_trim.ipynb"
    path.write_text(json.dumps(with_solution("trim-history", "def trim_history(messages, head:\n    return 1\n")))
    reports = {each.report.lesson: each.report for each in judge_submission(workshop, read_submission(path))}
    assert {lesson: report.score for lesson, report in reports.items()} == FULL | {"trim_history": 0}
    assert "line 1, is not Python" in reports["trim_history"].title


def test_a_function_that_an_older_notebook_does_not_have_is_said_not_to_be_there(workshop, tmp_path):
    path = tmp_path / "ch03_trim.ipynb"
    path.write_bytes(CHANGES["written_before_the_chapter_had_its_last_function"]().content)
    assert b"repair_pairs" not in path.read_bytes()
    *others, last = judge_submission(workshop, read_submission(path))
    assert (last.report.lesson, last.report.score, last.fault) == ("repair_pairs", 0, False)
    assert last.report.title == "is nowhere in the file"
    assert all(each.report.passed for each in others)
