"""The pictures of chapter 2: they show what the learner's own function does, whatever it does."""

from typing import Any

import pytest

from autograder.lessons.oracle import right_function
from autograder.widgets import draw_code_points, draw_cuts
from autograder.widgets.code_points import clusters
from autograder.widgets.cuts import Cut

TRUNCATE, MIDDLE = right_function("truncate"), right_function("truncate_middle")
FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("answer", "front", "end"),
    [
        ("abc…", 3, 0),
        ("ab…ij", 2, 2),
        ("…hij", 0, 3),
        ("abcdefghij", 10, 0),
        ("", 0, 0),
        ("nothing of it", 0, 0),
    ],
)
def test_a_cut_knows_what_stays_at_both_ends(answer: str, front: int, end: int) -> None:
    cut = Cut("mine", "abcdefghij", answer)
    assert (cut.front, cut.end) == (front, end)


def test_no_character_is_counted_as_both_front_and_end() -> None:
    cut = Cut("mine", "aaaa", "aaa")
    assert cut.front + cut.end == 3


def test_bars_are_drawn_for_each_function_and_phrases_said_to_be_kept_or_lost() -> None:
    text = "start " + "x" * 1000 + " error"
    picture = draw_cuts(TRUNCATE, MIDDLE, text=text, max_length=100, look_for=["start", "error"])
    first, second = str(picture).splitlines()
    assert first.startswith("truncate: 100 of 1,012 characters")
    assert first.endswith("lost: 'error'")
    assert second.endswith("nothing looked for is lost")
    assert picture is not None
    assert picture.svg.count('class="ag-kept"') == 4
    assert picture.svg.count('class="ag-lost"') == 1


def test_a_picture_escapes_what_it_is_given() -> None:
    picture = draw_cuts(TRUNCATE, text="<script>alert(1)</script>" * 9, max_length=20, look_for=["<script>"])
    assert picture is not None
    assert "<script>" not in picture._repr_html_()
    points = draw_code_points(TRUNCATE, "<b>&", 3)
    assert points is not None
    assert "<b>" not in points.svg


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("abc", [1, 1, 1]),
        (FAMILY + "!", [7, 1]),
        ("🇫🇷🇨🇳🇯", [2, 2, 1]),
        ("e\N{COMBINING ACUTE ACCENT}\N{COMBINING DIAERESIS}", [3]),
        ("👍🏽👍", [2, 1]),
        ("❤️", [2]),
        ("", []),
    ],
)
def test_characters_that_a_reader_sees_as_one_are_found(text: str, sizes: list[int]) -> None:
    assert [end - start for start, end in clusters(text)] == sizes


@pytest.mark.parametrize("limit", range(1, 9))
def test_a_cut_inside_a_family_is_said_and_a_cut_beside_it_is_not(limit: int) -> None:
    picture = draw_code_points(TRUNCATE, f"{FAMILY}ab", limit, marker="")
    said = f"{limit} of its 7 code points stay" in str(picture)
    assert said == (limit < 7)


def test_lone_surrogates_are_drawn_as_cells() -> None:
    picture = draw_code_points(TRUNCATE, "a\ud83d\ude00b", 3, marker="")
    assert picture is not None
    picture.svg.encode()
    assert picture.svg.count("D83D") == picture.svg.count("DE00") == 1


def not_written(text: str, max_length: int) -> str:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (not_written, "not_written is not written yet."),
        (lambda text, max_length: None, "this function returned None, not a text."),
        (lambda text, max_length: 3, "this function returned something of type int, not a text."),
        (lambda text, max_length: 1 / 0, "this function raised ZeroDivisionError: division by zero."),
    ],
)
def test_a_function_that_does_not_get_through_is_told_so(
    function: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draw_cuts(function, text="abc", max_length=2) is None
    assert draw_code_points(function, "abc", 2) is None
    assert capsys.readouterr().out.splitlines() == [said, said]


def test_a_picture_of_no_function_says_what_to_give(capsys: pytest.CaptureFixture[str]) -> None:
    assert draw_cuts(text="abc", max_length=2) is None
    assert "give it at least one" in capsys.readouterr().out
