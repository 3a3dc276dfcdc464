"""The tour: what it says is what happens, and nobody has to write anything."""

from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.exercises import exercise_notebook
from autograder.authoring.right import given_code
from autograder.authoring.source import sources
from autograder.lessons.catalog import chapter_lessons
from autograder.tests.test_ch07_notebook import run_solved, source_of
from autograder.widgets.tour import Bill, Prediction

CHAPTER = "ch00_tour"


@pytest.fixture
def toured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    names, ends = run_solved(CHAPTER, tmp_path, monkeypatch)
    return names, ends, capsys.readouterr().out


def test_the_tour_teaches_no_function_and_asks_for_no_code() -> None:
    assert chapter_lessons(CHAPTER) == []
    cells = exercise_notebook(source_of(CHAPTER)).cells
    assert not any("NotImplementedError" in cell.source or "nbgrader" in cell.metadata for cell in cells)


def test_the_tour_brings_what_it_runs_and_nothing_else() -> None:
    code = given_code(source_of(CHAPTER), sources())
    names: dict[str, Any] = {}
    exec(code, names)
    assert {"estimate_messages", "manage_context"} <= names.keys()
    assert "recover" not in names
    assert code.startswith('"""Right versions of the functions that this notebook runs:')


def test_the_session_dies_in_the_round_that_the_provider_says_with_both_numbers(toured: Any) -> None:
    names, _, said = toured
    assert names["run"].died_in == 18
    assert "the provider, in round 18: 400 prompt is too long (8246 tokens > max 8192 tokens)" in said
    assert "the estimate of this course for the same prompt: 8,957 tokens" in said


def test_a_prediction_does_not_show_its_answer_in_the_cell() -> None:
    asked = [cell.source for cell in source_of(CHAPTER).notebook.cells if "predict(" in cell.source]
    written = [line.strip() for cell in asked for line in cell.splitlines() if line.strip().startswith("answer=")]
    assert len(written) == 4
    assert all(line.startswith(('answer=f"', "answer=len(")) for line in written)


def test_the_answers_to_the_predictions_are_true(toured: Any) -> None:
    names, ends, said = toured
    answers = [each.answer for each in ends if isinstance(each, Prediction)]
    assert answers == ["round 18", "15 %", "105 %", "0"]
    assert f"round {names['run'].died_in}" == answers[0]
    assert f"sent for the first time: {answers[1]}" in said
    assert names["managed"].cost == pytest.approx(names["everything"].cost, rel=0.1)
    assert f"{answers[3]} of 20 values can be answered" in said


def test_the_second_look_is_honest(toured: Any) -> None:
    names, _, said = toured
    assert "5 of 20 results are left, of at most 800 characters" in said
    assert "the summariser was asked 0 times" in said
    assert names["managed"].error is None
    assert names["managed"].tokens.prompt < names["everything"].tokens.prompt / 4


def test_what_the_tour_says_in_words_is_so(toured: Any) -> None:
    names, ends, _ = toured
    assert sum(isinstance(each, Bill) for each in ends) == 2
    told = "\n".join(cell.source for cell in source_of(CHAPTER).notebook.cells)
    assert names["session"].facts[1].sentence in told
    results = [message for message in names["session"].history() if message["role"] == "tool"]
    assert sum(len(each["content"]) for each in results) == pytest.approx(42_000, abs=500)
