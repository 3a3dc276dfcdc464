"""Chapter 6 where the general invariants do not look: its notebook's claims, and its picture."""

from pathlib import Path
from typing import Any

import pytest

from autograder.lab import Provider, assistant, user
from autograder.lessons.oracle import right_function
from autograder.tests.test_ch07_notebook import run_solved
from autograder.widgets import draw_prefix


def test_the_notebook_runs_and_says_what_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, _ = run_solved("ch06_system_prompt", tmp_path, monkeypatch)
    still, ticking = names["still"], names["ticking"]
    assert (still.error, ticking.error, len(still.lines)) == (None, None, 21)
    assert (still.tokens.hit_rate > 0.8, ticking.tokens.hit_rate) == (True, 0)
    assert ticking.cost > 5 * still.cost
    once, anew = (names["bill"](Provider(), clock=clock) for clock in (False, True))
    assert (once.tokens.hit_rate > 0.8, anew.tokens.hit_rate) == (True, 0)
    assert len({line.tokens.prompt for line in once.lines}) == 21


def test_a_clock_anywhere_in_the_system_prompt_costs_the_whole_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the last question of the notebook is answered with."""
    names, _ = run_solved("ch06_system_prompt", tmp_path, monkeypatch)
    layers = names["layers"]

    def policy(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        runtime = {"name": "runtime", "content": f"It is {provider.now}."}
        return [{"role": "system", "content": names["build_system_prompt"]([*layers, runtime])}, *messages[1:]]

    provider = Provider()
    run = names["play"](names["session"], provider, policy)
    assert (run.error, run.tokens.hit_rate) == (None, 0)


def test_a_prefix_is_drawn_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    shared_prefix = right_function("shared_prefix")
    picture: Any = draw_prefix(shared_prefix, [user("at 09:01")], [user("at 09:02"), assistant("<b>")])
    assert repr(picture).splitlines() == [
        "shared_prefix: 3 of 7 tokens were sent before, 42 %",
        "before  user:at 09:0│1⏎",
        "next    user:at 09:0│2⏎assistant:<b>⏎",
    ]
    html = picture._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "(the same to the end)" in repr(draw_prefix(shared_prefix, [user("a")], [user("a")]))


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda before, after: None, "this function returned something of type NoneType, not a whole number.\n"),
        (lambda before: 1, "this function takes (before), and that does not fit the call: too many positional"),
        (lambda before, after: before[0]["no"], "this function raised KeyError: 'no'.\n"),
    ],
)
def test_a_function_that_gives_no_number_is_told_so(
    function: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draw_prefix(function, [user("a")], [user("b")]) is None
    assert capsys.readouterr().out.startswith(said)
