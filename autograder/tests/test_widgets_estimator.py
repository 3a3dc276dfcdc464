"""The estimator's data: where a text is cut, what it costs, and what became of the learner's estimates."""

import math
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.lab.samples import sample_texts
from autograder.lab.tokens import count_tokens, token_pieces
from autograder.widgets.estimator import FIRST, FIRST_KIND, LONGEST, OWN_KIND, Estimator, cut_text, try_estimate
from autograder.widgets.writing import OTHERS, writing_of


def fourth(text: str) -> int:
    return math.ceil(len(text) / 4)


def shown(*estimates: Any, **more: Any) -> Estimator:
    made = try_estimate(*estimates, **more)
    assert made is not None
    return made


@settings(deadline=None)  # the first text loads the vocabulary
@given(st.text())
def test_the_pieces_are_the_text_and_its_tokens(text: str) -> None:
    cut = cut_text("any", text, [])
    assert "".join(piece for piece, _ in cut["pieces"]) == cut["text"]
    assert sum(count for _, count in cut["pieces"]) == cut["tokens"] == count_tokens(text)
    assert sum(each["tokens"] for each in cut["writings"]) == cut["tokens"]


def test_a_character_of_several_tokens_is_one_piece() -> None:
    assert token_pieces("🦜") == [("🦜", 3)]
    assert token_pieces("") == []


def test_half_a_character_is_shown_as_what_the_tokenizer_sees() -> None:
    assert cut_text("any", "a\ud83d", [])["text"] == "a\ufffd"
    assert cut_text("any", "\ud83e\udd9c", [])["text"] == "🦜"


def test_every_writing_has_a_name() -> None:
    words = ["Ж", "こ", "コ", "한", "ب", "न", "ไ", "λ", "א", "Ա", "，", "…", "™", "9", "\n"]
    assert [writing_of(each) for each in words] == [
        "Cyrillic letters",
        "kana",
        "kana",
        "hangul",
        "Arabic letters",
        "Devanagari",
        "Thai letters",
        "Greek letters",
        "Hebrew letters",
        OTHERS,
        "other punctuation",
        "other punctuation",
        "emoji and symbols",
        "digits",
        "blanks",
    ]


def test_there_is_a_text_of_every_kind_and_one_of_the_readers_own() -> None:
    picture = shown(fourth).picture
    assert [each["kind"] for each in picture["texts"]] == [*(each.kind for each in sample_texts()), FIRST_KIND]
    assert [each["tokens"] for each in picture["texts"][:-1]] == [each.tokens for each in sample_texts()]
    assert picture["texts"][picture["shown"]]["text"] == FIRST
    assert shown(fourth, text="hi").picture["texts"][-1]["kind"] == OWN_KIND


def test_words_name_both_counts() -> None:
    lines = repr(shown(fourth, text="Hello, could you check the weather?")).splitlines()
    assert lines[-1].split("  ", 1)[1].strip() == "8 tokens; fourth says 9"
    assert "<td>8 tokens; fourth says 9</td>" in shown(fourth, text="Hello, could you check the weather?").table()


def stub(text: str) -> int:
    raise NotImplementedError


def fails(text: str) -> int:
    raise KeyError(text[:2])


def never(text: str) -> int:
    while True:
        pass


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (stub, "is not written yet"),
        (fails, "raised KeyError: 'hi'"),
        (never, "did not come back within 2 s of processor time"),
        (lambda text: None, "returned None"),
        (lambda text: "9", "returned '9', not a number"),
        (lambda text: float("nan"), "returned nan, not a number"),
        (lambda: 3, "takes (), and that does not fit the call: too many positional arguments"),
    ],
)
def test_an_estimate_that_comes_to_nothing_says_so(estimate: Any, said: str) -> None:
    assert cut_text("any", "hi", [estimate, fourth])["estimates"] == [(None, said), (1, "")]


def test_typing_makes_another_picture_and_keeps_the_samples() -> None:
    widget = shown(fourth).widget
    widget.asked = {"text": "天气好", "serial": 1}
    assert widget.picture["texts"][-1]["pieces"] == [("天气", 1), ("好", 1)]
    assert len(widget.picture["texts"]) == len(sample_texts()) + 1
    widget.asked = {"text": "x" * (LONGEST + 1), "serial": 2}
    assert (widget.answered, widget.said) == (
        2,
        "text has 20,001 characters: at most 20,000 are shown. Take a part of it.",
    )
    widget.asked = {"serial": 3}
    assert widget.said == "text is something of type NoneType: give a text."


def test_a_wish_from_another_thread_is_answered_there_where_no_loop_runs() -> None:
    widget = shown(fourth).widget
    thread = threading.Thread(target=lambda: setattr(widget, "asked", {"text": "one two", "serial": 1}))
    thread.start()
    thread.join()
    assert widget.picture["texts"][-1]["tokens"] == 2


def test_bad_use_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    wrong: Any = 3
    assert try_estimate(wrong) is None
    assert try_estimate(fourth, text=wrong) is None
    assert capsys.readouterr().out == (
        "try_estimate got something of type int: give it functions, as in try_estimate(estimate_tokens).\n"
        "text is something of type int: give a text.\n"
    )
