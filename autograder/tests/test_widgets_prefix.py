"""The prefix: each request against the last one, what the cache reads, the bill, and prompts that come to nothing."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from autograder.lab import Message, Provider, play, reading_session, system, working_session
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, opened
from autograder.widgets import watch_prefix
from autograder.widgets.prefix import Prefix

RULES = "Read first, then write. Say what you found. " * 160
EVIL = "<script>alert('x')</script>"


def time_in_front(now: datetime) -> str:
    return f"It is {now:%H:%M:%S}.\n{RULES}"


def date_at_the_end(now: datetime) -> str:
    return f"{RULES}\nToday is {now:%Y-%m-%d}."


def prefix(*prompts: Any, **more: Any) -> Prefix:
    made = watch_prefix(*(prompts or (time_in_front, date_at_the_end)), **more)
    assert made is not None
    return made


def frames(view: Prefix, lane: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = view.picture["lanes"][lane]["frames"]
    return found


def test_a_clock_in_front_reads_nothing_and_a_date_nearly_all() -> None:
    view = prefix()
    assert {each["read"] for each in frames(view)} == {0}
    assert [each["cached"] for each in frames(view, 1)] == [0, *range(2, 42, 2)]
    assert frames(view)[-1]["cost"] > 5 * frames(view, 1)[-1]["cost"]
    assert frames(view)[1]["around"] == [
        ["system:It is 09:00:", f"00.⏎{RULES[:18]}…"],
        ["system:It is 09:00:", f"20.⏎{RULES[:18]}…"],
    ]
    assert [frames(view, lane)[1]["same"][0] for lane in (0, 1)] == [0, 2]


def test_cost_and_cache_are_the_labs() -> None:
    session = reading_session(form="live", system_prompt=RULES)
    run = play(session, Provider())
    found = frames(prefix(lambda now: RULES, session=session))
    assert [each["read"] for each in found] == [line.tokens.cache_read for line in run.lines]
    assert [sum(each["bill"]) for each in found] == pytest.approx([line.cost for line in run.lines])
    assert found[-1]["cost"] == pytest.approx(run.cost)
    assert [each["tokens"] for each in found] == [line.tokens.prompt for line in run.lines]


def test_a_prompt_that_is_kept_is_the_same_all_session_even_with_a_clock_in_it() -> None:
    built: list[datetime] = []

    def ticks(now: datetime) -> str:
        built.append(now)
        return time_in_front(now)

    view = prefix(ticks, once=right_function("SessionPrompt"), rounds=4)
    assert [each["name"] for each in view.picture["lanes"]] == ["ticks", "ticks, kept by SessionPrompt"]
    assert len(built) == 5 + 1
    assert [len({each["sent"][0] for each in frames(view, lane)}) for lane in (0, 1)] == [5, 1]
    assert frames(view, 1)[4]["cached"] == 8


def test_the_learners_measure_is_asked_about_both_requests() -> None:
    view = prefix(measure=right_function("shared_prefix"), rounds=2)
    assert [each["measured"] for each in frames(view)] == [
        "",
        "shared_prefix says 5 tokens",
        "shared_prefix says 5 tokens",
    ]
    assert (
        frames(view, 1)[2]["measured"]
        == f"shared_prefix says {right_function('shared_prefix')(*[_sent(view, 1, 1)] * 2):,} tokens"
    )
    odd = prefix(measure=lambda before, after: "x" * 9, rounds=1)
    assert frames(odd)[1]["measured"] == "this function returned a text, not a whole number"
    assert frames(prefix(measure=lambda before: 1, rounds=1))[1]["measured"].startswith("this function takes (before)")


def _sent(view: Prefix, lane: int, round: int) -> list[Message]:
    history = reading_session(form="live").history(round)
    return [system(date_at_the_end(datetime(2026, 11, 2))), *history[1:]]


def test_a_pause_longer_than_the_cache_lives_loses_it_and_a_model_has_its_own_minimum() -> None:
    widget = prefix(date_at_the_end, rounds=4).widget
    assert [each["key"] for each in widget.picture["knobs"]] == ["model", "pause", "growth"]
    widget.asked = {"pause": 1820, "serial": 1}
    assert {each["read"] for each in frames(widget)} == {0}
    widget.asked = {"model": "claude-haiku-4-5", "serial": 2}
    assert widget.picture["cache"] == {"model": "claude-haiku-4-5", "minimum": 4096, "seconds": 300}
    assert {each["read"] for each in frames(widget)} == {0}
    widget.asked = {"model": "gpt-9", "serial": 3}
    assert widget.said.startswith("model is 'gpt-9': choose one of gpt-6-sol,")


def test_a_session_may_move_to_another_model_and_rest() -> None:
    found = frames(prefix(date_at_the_end, session=working_session(rounds=20)))
    assert len(found) == 21
    assert found[11]["read"] == 0
    assert found[12]["read"] > 0


def raises_late(now: datetime) -> str:
    if now.second == 40:
        raise KeyError(EVIL)
    return RULES


def never(now: datetime) -> str:
    while True:
        pass


class Forgets:
    def __init__(self, build: Any) -> None:
        self.build = build

    def text(self) -> None:
        self.build()


@pytest.mark.parametrize(
    ("prompt", "more", "lane", "round", "said"),
    [
        (raises_late, {}, 0, 2, f"raises_late raised KeyError: {EVIL!r}"),
        (never, {}, 0, 0, "never did not come back within 2 s of processor time"),
        (lambda now: None, {}, 0, 0, "this function returned None, not a text"),
        (lambda now: 7, {}, 0, 0, "this function returned a int, not a text"),
        (lambda: "", {}, 0, 0, "this function raised TypeError:"),
        (date_at_the_end, {"once": Forgets}, 1, 0, "Forgets returned None, not a text"),
        (
            date_at_the_end,
            {"once": lambda build: 3},
            1,
            0,
            "this function raised AttributeError: 'int' object has no attribute 'text'",
        ),
        (Forgets, {}, 0, 0, "Forgets returned something that contains a Forgets, which is neither text"),
    ],
)
def test_a_prompt_that_comes_to_nothing_says_so_at_its_round(
    prompt: Any, more: Any, lane: int, round: int, said: str
) -> None:
    view = prefix(prompt, rounds=3, **more)
    last = frames(view, lane)[-1]
    assert len(frames(view, lane)) == round + 1
    assert f"{last['who']} {last['error']}".startswith(said)
    assert said in repr(view)


def test_a_request_that_is_refused_ends_its_lane() -> None:
    view = prefix(lambda now: "x", session=reading_session(rounds=3))  # its calls have no arguments
    assert frames(view)[-1]["accepted"]
    huge = prefix(lambda now: "word " * 130_000, model="gpt-4o-mini", rounds=2)
    assert [len(frames(huge)), frames(huge)[0]["accepted"]] == [1, False]
    assert "round 0: 400 prompt is too long" in repr(huge)


def test_words_and_table_say_the_same() -> None:
    view = prefix(rounds=2)
    lines = repr(view).splitlines()
    assert lines[0] == "reading session, 2 rounds"
    assert lines[1].startswith("time_in_front: 0 of ")
    assert lines[2].startswith("  last  system:It is 09:00:│20.⏎Read first")
    assert "<th>round 2</th><td>0 of " in view.table()
    assert json.loads(json.dumps(view.picture)) == view.picture
    assert "<script" not in prefix(raises_late).table()


def test_bad_use_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    wrong: Any = 3
    assert watch_prefix() is watch_prefix(wrong) is watch_prefix(time_in_front, once=wrong) is None
    assert watch_prefix(time_in_front, session=wrong) is watch_prefix(time_in_front, rounds=-1) is None
    assert watch_prefix(time_in_front, model="gpt-9") is None
    assert [line[:60] for line in capsys.readouterr().out.splitlines()] == [
        "watch_prefix got no function: give it one that returns a sys",
        "watch_prefix got a whole number: give it functions, as in wa",
        "watch_prefix got a whole number: give it functions, as in wa",
        "session is a whole number: give watch_prefix a session of th",
        "rounds is -1: use a whole number, 0 or more, or leave it out",
        "model is 'gpt-9': the models are gpt-6-sol, gpt-6-luna, gpt-",
    ]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium_page(1000, 800) as opened_page:
        yield opened_page


@in_chromium
def test_the_request_stands_against_the_last_one_and_the_bill_runs(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    complaints = opened(page, prefix(measure=right_function("shared_prefix")), tmp_path)
    first, second = page.locator(".cw-lane").all()
    page.locator(".cw-play").press("Enter")
    expect(first.locator(".cp-part")).to_have_text("")
    page.clock.run_for(1_500)
    expect(page.locator(".cw-where")).to_have_text("round 2 of 20")
    page.get_by_role("button", name="Pause").click()
    expect(first.locator(".cp-part code").first).to_contain_text("It is 09:00:│20.")
    expect(first.locator(".cp-part p")).to_have_text("shared_prefix says 5 tokens")
    expect(first.locator(".cw-meters")).to_contain_text("0 %")
    expect(second.locator(".cw-meters")).to_contain_text("94 %")
    expect(second.locator(".cw-done")).to_contain_text("tokens from the cache, 115 paid in full")
    columns = "svg path[fill*='full']"
    tall = first.locator(columns).bounding_box()
    page.get_by_role("button", name="one round on").click()
    taller = first.locator(columns).bounding_box()
    assert tall is not None
    assert taller is not None
    assert taller["width"] > tall["width"]
    assert complaints == []


@in_chromium
def test_each_message_says_how_it_is_paid(page: Page, tmp_path: Path) -> None:
    opened(page, prefix(time_in_front, date_at_the_end, lambda now: "Be brief."), tmp_path)
    page.locator(".cw-round").fill("3")
    why = page.locator(".cw-why")
    lanes = page.locator(".cw-bars")
    lanes.nth(0).focus()
    expect(why.nth(0)).to_contain_text(
        "it begins like the last request and then differs: paid in full, and so is all behind"
    )
    page.keyboard.press("ArrowRight")
    expect(why.nth(0)).to_contain_text("behind the first difference: paid in full once more")
    page.keyboard.press("End")
    expect(why.nth(0)).to_have_text("tool call_3 · 143 tokens · new in this request: paid in full")
    lanes.nth(1).focus()
    expect(why.nth(1)).to_contain_text("read from the cache")
    lanes.nth(2).focus()
    expect(why.nth(2)).to_contain_text("the request is too small to be cached")
    expect(page.locator(".cw-done").nth(2)).to_contain_text("gpt-6-sol caches from 1,024 tokens on")
    box = lanes.nth(1).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 46)
    expect(why.nth(1)).to_contain_text("system · ")


@in_chromium
def test_nothing_is_paid_for_a_request_that_was_refused(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, prefix(lambda now: "word " * 130_000, model="gpt-4o-mini", rounds=2), tmp_path)
    expect(page.locator(".cw-refused")).to_contain_text("prompt is too long")
    expect(page.locator(".cw-done")).to_have_text("")
    page.locator(".cw-bars").focus()
    expect(page.locator(".cw-why")).to_contain_text("the request was refused: nothing is paid")
    assert complaints == []


@in_chromium
def test_a_longer_pause_is_tried_without_a_kernel(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, prefix(date_at_the_end), tmp_path)
    page.locator("summary", has_text="change what is played").click()
    page.locator('[data-key="pause"]').press("End")
    page.locator(".cw-bars").focus()
    expect(page.locator(".cw-why")).to_contain_text("the cache has forgotten it")
    page.get_by_label("model").select_option("claude-opus-5")
    expect(page.locator(".cw-why")).to_contain_text("read from the cache")
    page.locator("summary", has_text="the requests as a list").click()
    expect(page.locator(".cw-list tbody tr")).to_have_count(42)
    assert complaints == []


@in_chromium
def test_an_error_stands_at_its_round_and_the_other_lane_goes_on(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, prefix(raises_late, date_at_the_end, rounds=4), tmp_path)
    expect(page.locator(".cw-error")).to_contain_text(f'○ raises_late raised KeyError: "{EVIL}"')
    expect(page.locator(".cw-note")).to_have_text("The session ended in round 2.")
    expect(page.locator(".cw-accepted")).to_have_count(1)
    page.locator(".cw-round").fill("1")
    expect(page.locator(".cw-error")).to_have_count(0)
    assert complaints == []
