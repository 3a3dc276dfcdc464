import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.exact_counts import exact_counts_text
from autograder.authoring.standard import ANSWERS, load_answer
from autograder.feedback.report import report_of
from autograder.lab import count_tokens, mean_error, sample_texts
from autograder.lessons.ch01_estimate import judged_texts
from autograder.lessons.judging import Verdict
from autograder.lessons.running import judge_runs
from autograder.tests.verdicts import runner
from autograder.widgets import draw_estimates
from autograder.widgets.estimates import Estimate, estimates_svg

SOURCE = Path(judged_texts.__file__).parents[3] / "solutions" / "ch01_estimate.py"
CURVE = {  # a row of the notebook's table, and the answer it speaks of
    "two characters a token": "wrong/errs_by_at_most_forty_percent__two_characters_a_token",
    "four characters a token": "wrong/errs_by_at_most_twenty_five_percent__four_characters_a_token",
    "the textbook's rule": "wrong/errs_by_at_most_twenty_five_percent__textbook",
    "UTF-8 bytes by four": "wrong/errs_by_at_most_twenty_five_percent__bytes_by_four",
    "ten round weights, one for each class of character": "wrong/errs_by_at_most_fifteen_percent__ten_round_weights",
    "the same, and a little on the high side": "wrong/undercounts_no_kind_by_half__a_tenth_on_top",
    "the same, and an eye for what has no words in it": "right/a_tenth_on_top_and_long_runs",
}


def verdict(name: str, function: Any) -> Verdict:
    return judge_runs(name, runner(function))


def better(name: str) -> Any:
    return load_answer(ANSWERS / "better_estimate" / f"{name}.py", "better_estimate")


def error_of(estimate: Any) -> float:
    exact = judged_texts.exact_counts()
    return mean_error((estimate(text), exact[kind]) for kind, text in judged_texts.judged_texts().items())


def test_the_exact_counts_that_are_written_down_are_those_of_the_tokenizer() -> None:
    """After a change of the texts: python -m autograder.authoring.exact_counts."""
    written = Path(judged_texts.__file__).with_name(judged_texts.COUNTS).read_text(encoding="utf-8")
    assert written == exact_counts_text()


def test_the_texts_that_are_shown_carry_their_exact_counts() -> None:
    assert {each.kind: count_tokens(each.text) for each in sample_texts()} == {
        each.kind: each.tokens for each in sample_texts()
    }


def test_there_are_enough_kinds_of_text_short_and_long() -> None:
    counts = judged_texts.exact_counts().values()
    assert len(counts) >= 20
    assert max(counts) > 20 * min(counts)


def test_no_text_is_both_taught_and_judged() -> None:
    shown = "\n".join([SOURCE.read_text(encoding="utf-8"), *(each.text for each in sample_texts())])
    judged = judged_texts.TEXTS.values()
    lines = {line.strip() for text in judged for line in text.splitlines() if len(line.strip()) >= 12}
    lines -= {"Traceback (most recent call last):"}  # Python's own words
    assert [line for line in lines if line in shown] == []
    assert [each.kind for each in sample_texts() if any(each.text in text for text in judged)] == []


def test_the_curve_in_the_notebook_is_the_measured_one() -> None:
    rows = re.findall(r"^# \| (.+?) \| (\d+) %(?: at best)? \| (\d+) \|$", SOURCE.read_text(encoding="utf-8"), re.M)
    told = {what: (int(percent), int(points)) for what, percent, points in rows}
    for what, answer in CURVE.items():
        function = better(answer)
        assert (round(100 * error_of(function)), verdict("better_estimate", function).score) == told[what], what
    best = min(error_of(lambda text, number=number: number) for number in range(1, 1000))
    assert told["the same number for every text"] == (round(100 * best), 0)
    assert f"meets {len(judged_texts.TEXTS)} kinds of text" in SOURCE.read_text(encoding="utf-8")


def test_the_tokenizer_itself_earns_nothing_where_it_happens_to_be_there() -> None:
    function = better("wrong/errs_by_at_most_forty_percent__asks_the_tokenizer")
    judged = verdict("better_estimate", function)
    assert judged.score == 0
    assert judged.shown is not None
    assert "no tokenizer" in judged.shown.finding.expected


def test_better_estimate_is_judged_without_a_tokenizer() -> None:
    code = """
        import sys
        sys.modules["tiktoken"] = None
        from autograder.execution.running import run_case
        from autograder.lessons.oracle import right_function
        from autograder.lessons.running import judge_runs
        function = right_function("better_estimate")
        verdict = judge_runs("better_estimate", lambda case, right: run_case(function, case.to_json(), None))
        print(verdict.score, verdict.lesson.points, "autograder.lab.tokens" in sys.modules)
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["16", "16", "False"]


def test_an_answer_that_is_no_number_for_one_kind_earns_nothing() -> None:
    right = better("right/piece_by_piece")
    judged = verdict("better_estimate", lambda text: None if "def load" in text else right(text))
    assert judged.shown is not None
    assert (judged.shown.title, judged.score) == ("returned another form", 0)


@pytest.mark.parametrize("name", ["estimate_tokens", "anchored_count", "calibrate", "better_estimate"])
@pytest.mark.parametrize("number", [10**400, -(10**400)])
def test_a_number_beyond_all_bounds_is_judged_like_any_other(name: str, number: int) -> None:
    assert verdict(name, lambda *args, **kwargs: number).score <= 1


def test_a_case_of_many_calls_shows_the_first_of_them() -> None:
    report = report_of(verdict("better_estimate", len))
    assert "… and 44 more calls" in report.text()
    assert len(report.text().splitlines()) < 24
    assert report.call.count("better_estimate(") == 47


def test_the_picture_says_what_it_shows_in_words_too() -> None:
    picture = draw_estimates(len)
    assert picture is not None
    assert "English prose          252 for 54  +367 %" in repr(picture)
    assert repr(picture).endswith("len: mean error 154%, an undercount counted twice; 0 of 32 below half")
    root = ET.fromstring(re.sub(r"^<style>.*?</style>", "", picture._repr_html_(), flags=re.S))
    assert "base64 96 for 60  +60 %" in root.attrib["aria-label"]


def test_low_and_high_differ_by_side_and_filling_and_below_half_by_words() -> None:
    root = ET.fromstring(estimates_svg("two", [Estimate("<low>", 20, 50), Estimate("high", 90, 50)]))
    bars = {each.attrib["class"]: float(each.attrib["x"]) for each in root if each.tag == "rect"}
    assert bars["ag-low"] < bars["ag-high"]
    texts = [each.text for each in root if each.tag == "text"]
    assert {"<low>", "20 for 50  -60 %  below half", "90 for 50  +80 %"} <= set(texts)


def _unwritten(text: str) -> int:
    raise NotImplementedError


def _divides(text: str) -> float:
    return 1 / 0


@pytest.mark.parametrize(
    ("estimate", "sentence"),
    [
        (12, "draw_estimates got something of type int: give it a function, as in draw_estimates(estimate_tokens)."),
        (_unwritten, "_unwritten is not written yet."),
        (_divides, "_divides raised ZeroDivisionError on English prose: division by zero"),
        (lambda text: None, "this estimate returned None on English prose, not a number."),
    ],
)
def test_a_function_that_cannot_be_drawn_gets_a_sentence(estimate: Any, sentence: str, capsys: Any) -> None:
    assert draw_estimates(estimate) is None
    assert capsys.readouterr().out.strip() == sentence
