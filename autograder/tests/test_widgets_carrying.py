"""Knobs in a page without a kernel: what the page carries is what a kernel would answer."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Locator, expect

from autograder import watch
from autograder.lab import Message, working_session
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, opened
from autograder.widgets.carrying import MOST, change
from autograder.widgets.view import asset
from autograder.widgets.window import Window

LARGEST = 100_000  # bytes of a window of twenty rounds with all that it carries

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)


def window(*functions: Any, **more: Any) -> Window:
    made = watch(*(functions or [right_function("trim_history")]), **more)
    assert made is not None
    return made


def answered(view: Window, wish: dict[str, Any]) -> dict[str, Any]:
    """Return what a kernel makes of a wish, the knobs left as they were."""
    widget = view.widget
    widget.asked = {**wish, "serial": widget.answered + 1}
    return {**widget.picture, "knobs": view.picture["knobs"]}


@given(plain, plain)
def test_nothing_has_to_change_where_nothing_changed(before: Any, after: Any) -> None:
    assert change(before, before) in ({}, [before])
    if type(before) is type(after) is list:
        assert (change(before, after) == {}) is (before == after)


@in_chromium
def test_the_page_makes_of_every_change_what_the_kernel_answers(tmp_path: Path) -> None:
    view = window(rounds=12)
    wishes = [(key, place, how) for key, turns in view.carried()["turns"].items() for place, how in turns if how]
    assert len(wishes) == sum(len(turns) - 1 for turns in view.carried()["turns"].values()) == 24
    with chromium_page() as page:
        opened(page, view, tmp_path)
        page.add_script_tag(type="module", content=f"{asset('knobs.js')}\nglobalThis.changed = changed;")
        page.wait_for_function("globalThis.changed !== undefined")
        for key, place, how in wishes:
            made = page.evaluate("([before, change]) => changed(before, change)", [view.picture, how])
            assert made == json.loads(json.dumps(answered(view, {key: place}))), (key, place)


@in_chromium
def test_a_reader_turns_knobs_without_a_kernel_one_at_a_time(tmp_path: Path) -> None:
    with chromium_page(1000, 900) as page:
        complaints = opened(page, window(), tmp_path)
        page.locator("summary", has_text="change what is played").click()
        sizes = page.locator("figcaption span").nth(1)
        before = sizes.inner_text()

        def said(knob: Locator) -> str | None:
            return knob.get_attribute("aria-valuetext")

        growth, size = page.locator('[data-key="growth"]'), page.locator('[data-key="window"]')
        growth.press("ArrowRight")
        assert said(growth) == "200 %"
        expect(sizes).not_to_have_text(before)
        expect(page.locator(".cw-refused")).to_contain_text("prompt is too long")
        size.press("End")
        assert (said(growth), said(size)) == ("100 %", "24,576 tokens")
        expect(sizes).to_have_text("10 messages · 3,494 of 24,576 tokens · 32 gone")
        expect(page.locator(".cw-refused")).to_have_count(0)
        page.locator('[data-key="reserve"]').press("End")
        expect(page.locator(".cw-lane").first).to_contain_text("budget 4,096")
        page.locator('[data-key="buffer"]').press("End")
        expect(page.locator(".cw-lane").first).to_contain_text("threshold 4,096")
        page.locator('[data-key="trim_history.max_messages"]').press("Home")
        expect(sizes).to_have_text("2 messages · 61 of 8,192 tokens · 40 gone")
        assert complaints == []


def test_what_a_page_carries_is_small() -> None:
    for name in ("trim_history", "micro_compact"):
        assert len(json.dumps(window(right_function(name)).carried())) < LARGEST
    long = window(session=working_session(rounds=90), window=10**6)
    assert len(long.picture["messages"]) > MOST
    assert long.carried() is long.picture


def test_a_function_that_hangs_is_not_asked_again_and_again() -> None:
    calls: list[int] = []

    def hangs(messages: list[Message], keep: int = 0) -> list[Message]:
        calls.append(keep)
        while keep != 8:
            pass
        return messages

    assert "turns" not in window(hangs, rounds=1).carried()
    calls.clear()
    carried = window(hangs, rounds=1, keep=8).carried()
    assert [place for place, _ in carried["turns"]["hangs.keep"]] == [2, 8]
    assert calls.count(2) == 1


@pytest.mark.parametrize("history", [[], [{"role": "user", "content": "hi"}]])
def test_a_history_carries_nothing(history: list[Message]) -> None:
    assert "turns" not in window(history).carried()
