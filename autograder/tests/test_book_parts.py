"""What the book is built with: code that runs, functions that are shown from their source, diagrams, tables, charts."""

import ast
import doctest
import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.lessons.catalog import lesson_folders
from autograder.lessons.oracle import right_source
from autograder.tests.books import BOOK, build
from autograder.tests.changed_notebooks import with_solution
from autograder.tests.test_grade import hand_in, run, scores

PARTS = sorted(path.stem for path in (BOOK / "_ext").glob("*.py"))


@pytest.fixture(autouse=True)
def _on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BOOK / "_ext"))


def part(name: str) -> ModuleType:
    return importlib.import_module(name)


@pytest.mark.parametrize("name", PARTS)
def test_the_examples_of_a_part_are_true(name: str) -> None:
    assert doctest.testmod(part(name)).failed == 0


@pytest.fixture
def small_book(tmp_path: Path) -> Any:
    """Return a function that builds one page with the book's own parts, and gives its HTML back."""

    def made(text: str) -> str:
        folder = tmp_path / "small"
        folder.mkdir()
        (folder / "index.md").write_text(f"# A page\n\n{text}\n", encoding="utf-8")
        parts = 'extensions = ["myst_parser", "running", "sources", "diagrams", "issues"]'
        path = f"import sys\nsys.path.insert(0, {str(BOOK / '_ext')!r})\n"
        (folder / "conf.py").write_text(f"{path}{parts}\nhtml_theme = 'basic'\n", encoding="utf-8")
        build(folder, tmp_path / "built")
        return (tmp_path / "built" / "html" / "index.html").read_text(encoding="utf-8")

    return made


def test_blocks_share_names_and_a_sentence_takes_a_number_from_them(small_book: Any) -> None:
    page = small_book("```{run}\n:quiet:\ntokens = 1300 * 2\n```\n\nIt took {value}`tokens` tokens.")
    assert "It took 2,600 tokens." in page
    assert "1300 * 2" not in page


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```{run}\n1 / 0\n```", "ZeroDivisionError"),
        ("```{run}\n:raises: ValueError\n1 / 1\n```", "was to raise ValueError, and did not"),
        ("A number: {value}`missing`.", "missing"),
        ("{issue}`no issue`", "is not of the form owner/repo#n"),
        ("```{diagram}\n┌┐\n```", ":alt:"),
        ("```{answer} trim_history no_such_answer\n```", "no_such_answer"),
    ],
)
def test_what_fails_stops_the_build_and_says_why(small_book: Any, text: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        small_book(text)


def test_an_error_that_was_announced_is_shown(small_book: Any) -> None:
    assert "ValueError: no" in small_book('```{run}\n:raises: ValueError\nraise ValueError("no")\n```')


def test_an_answer_is_shown_with_its_report_and_used_below(small_book: Any) -> None:
    page = small_book(
        "```{answer} trim_history leaves_no_orphan__plain_slices\n:report:\n```\n\n"
        "{value}`trim_history([{}, {}, {}], 1, 0)['dropped']` dropped"
    )
    assert "leaves no orphan" in page
    assert "2 dropped" in page


@pytest.mark.parametrize("name", list(lesson_folders()))
def test_a_shown_solution_is_the_right_version_that_runs(name: str) -> None:
    """The text comes from `solutions/`, the function from what is generated; they are the same code."""
    sources = part("sources")
    runs = {ast.unparse(each) for each in ast.parse(sources.code_of(right_source(name))).body}
    shown = sources.solution_code(name)
    assert "SOLUTION" not in shown
    assert {ast.unparse(each) for each in ast.parse(shown).body} <= runs


def test_lines_of_a_diagram_that_meet_are_one() -> None:
    svg = part("diagrams").diagram_svg("┌──┐\n│中│\n└──┘", "a box")
    assert svg.count("<path") == 1
    assert "中" in svg
    assert 'aria-label="a box"' in svg


def test_the_example_of_private_cases_counts_for_a_class(tmp_path: Path) -> None:
    """The file that the instructors' page shows is used as the page says."""
    front = "def trim_history(messages, max_messages=10, head=2):\n"
    front += "    return {'messages': messages[:max_messages], 'dropped': 0}\n"
    hand_in(tmp_path / "class", "ada", "all_right")
    hand_in(tmp_path / "class", "ben", "all_right").write_text(json.dumps(with_solution("trim-history", front)))
    run(tmp_path, "grade", "class", "--json", "plain.json")
    run(tmp_path, "grade", "class", "--json", "private.json", "--private", str(BOOK / "examples" / "private"))
    plain, private = scores(tmp_path / "plain.json"), scores(tmp_path / "private.json")
    assert private["ada", "trim_history"] == plain["ada", "trim_history"] + 5
    assert private["ben", "trim_history"] == plain["ben", "trim_history"]
