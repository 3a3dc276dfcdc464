"""The window, drawn: in words, in a table, and by the one module in real Chromium; with no request to anywhere."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from autograder import watch
from autograder.lab import Message, TaskOutputs, assistant, reading_session, tool, user
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, opened
from autograder.widgets.frames import history_picture
from autograder.widgets.view import module
from autograder.widgets.window import Window
from autograder.widgets.words import MAX_LISTED, picture_table, picture_text

EVIL = "</script><script>alert('x')</script>"


def window(policy: Any = None, **more: Any) -> Window:
    made = watch(policy or right_function("trim_history"), **more)
    assert made is not None
    return made


def fails_in_round_three(messages: list[Message]) -> list[Message]:
    if len(messages) > 6:
        raise KeyError(EVIL)
    return messages


def splits(messages: list[Message]) -> list[Message]:
    return [messages[0], *messages[-3:]]


def test_a_terminal_gets_words() -> None:
    text = repr(watch([user("hi"), assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b")], window=40))
    assert text == (
        "a history\n\n"
        "history: 4 messages, 24 of 40 tokens\n"
        "  U      4  user: hi\n"
        "  A     10  assistant calls a, b\n"
        "  T      5  tool a: 1\n"
        "  T      5  tool b: 2"
    )


def test_words_tell_how_each_lane_ended_and_what_was_dropped() -> None:
    text = repr(window())
    assert "without a window, round 18: 38 messages, 8,246 of 8,192 tokens; 400 prompt is too long" in text
    assert "trim_history, round 20: 10 messages, 3,494 of 8,192 tokens, 32 gone; accepted" in text
    assert "(dropped)" in text
    assert "fails_in_round_three raised" not in text
    assert "round 3: 8 messages" in repr(window(fails_in_round_three))


def test_a_page_without_scripts_gets_an_escaped_table() -> None:
    table = picture_table(history_picture([user(EVIL)]))
    assert "<script" not in table
    assert "&lt;script&gt;" in table
    long = picture_table(history_picture([user(f"question {number}") for number in range(200)]))
    assert long.count("<tr>") == MAX_LISTED
    assert "question 199" in long
    assert picture_text(history_picture([])).endswith("history: 0 messages, 0 tokens")


def test_a_notebook_gets_the_widget_with_twins_for_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    made = window(rounds=3)
    bundle, _ = made._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    assert bundle["text/plain"] == repr(made)
    assert (made.widget.round, made.widget.picture) == (3, made.picture)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "autograder.widgets.live", raising=False)
    bundle, _ = window(rounds=3)._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}


def test_a_saved_window_is_one_file(tmp_path: Path) -> None:
    path = window(rounds=3).save(tmp_path / "window.html")
    assert path == tmp_path / "window.html"
    text = path.read_text(encoding="utf-8")
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """One browser for all the pictures; whatever leaves the machine fails the test that draws it."""
    with chromium_page(1000, 700) as opened:
        yield opened


@in_chromium
def test_the_slider_moves_by_keyboard_and_the_bars_follow(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, window(), tmp_path)
    expect(page.locator(".cw-where")).to_have_text("round 20 of 20")
    mine = page.locator(".cw-lane").last
    expect(mine.locator("figcaption span")).to_have_text("10 messages · 3,494 of 8,192 tokens · 32 gone")
    expect(mine.locator("rect.cw-gone")).to_have_count(32)
    page.locator(".cw-round").focus()
    page.keyboard.press("Home")
    expect(page.locator(".cw-where")).to_have_text("round 0 of 20")
    expect(mine.locator("rect.cw-gone")).to_have_count(0)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(mine.locator("rect.cw-gone")).to_have_count(2)
    expect(mine.locator(".cw-mark")).to_have_text(["×", "×"])
    expect(mine.locator(".cw-done")).to_have_text("this round: 2 dropped")
    assert page.locator(".cw-round").get_attribute("aria-valuetext") == (
        "round 5 of 20. without a window: 12 messages · 856 of 8,192 tokens. "
        "trim_history: 10 messages · 783 of 8,192 tokens · 2 gone"
    )
    assert complaints == []


@in_chromium
def test_play_goes_round_by_round_and_pauses(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    complaints = opened(page, window(rounds=4), tmp_path)
    page.locator(".cw-play").press("Enter")
    expect(page.locator(".cw-where")).to_have_text("round 0 of 4")
    page.clock.run_for(1_500)
    expect(page.locator(".cw-where")).to_have_text("round 2 of 4")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5_000)
    expect(page.locator(".cw-where")).to_have_text("round 2 of 4")
    page.get_by_role("button", name="one round on").click()
    page.get_by_role("button", name="one round back").click()
    page.get_by_role("button", name="one round back").click()
    expect(page.locator(".cw-where")).to_have_text("round 1 of 4")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(5_000)
    expect(page.locator(".cw-where")).to_have_text("round 4 of 4")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert complaints == []


@in_chromium
def test_an_error_stands_at_its_round_escaped_and_the_other_lane_goes_on(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, window(fails_in_round_three, rounds=5), tmp_path)
    error = page.locator(".cw-error")
    expect(error).to_contain_text("fails_in_round_three raised KeyError:")
    expect(error).to_contain_text("fails_in_round_three, line")
    expect(page.locator(".cw-note")).to_have_text("The session ended in round 3.")
    expect(page.locator(".cw-accepted")).to_have_count(1)
    page.locator(".cw-round").focus()
    page.keyboard.press("Home")
    expect(error).to_have_count(0)
    assert complaints == []


@in_chromium
def test_a_split_batch_has_a_bracket_of_its_own_and_the_refusal_below(page: Page, tmp_path: Path) -> None:
    opened(page, window(splits, rounds=5), tmp_path)
    expect(page.locator(".cw-split")).to_have_count(1)
    expect(page.locator("title", has_text="a batch that was split")).to_have_count(1)
    expect(page.locator(".cw-refused")).to_contain_text("✗ 400 message 1 is a result for call 'call_1'")


@in_chromium
@pytest.mark.parametrize("width", [380, 1000, 1600])
def test_the_window_fits_every_width(page: Page, tmp_path: Path, width: int) -> None:
    opened(page, window(session=reading_session(form="live")), tmp_path, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    lanes = [page.locator(".cw-lane").nth(number).bounding_box() for number in (0, 1)]
    assert lanes[0] is not None
    assert lanes[1] is not None
    assert (lanes[0]["y"] == lanes[1]["y"]) is (width > 380)


@in_chromium
def test_a_result_put_into_the_store_is_marked_and_told_of(page: Page, tmp_path: Path) -> None:
    store = TaskOutputs(tmp_path / "outputs")
    made = window(right_function("tool_result_budget"), store=store.save, limit=1000, preview=60, rounds=6)
    saved = sorted(each.name for each in store.folder.iterdir())
    complaints = opened(page, made, tmp_path)
    mine = page.locator(".cw-lane").last
    expect(mine.locator(".cw-mark")).to_have_text(["d", "d"])
    expect(mine.locator(".cw-done")).to_have_text("this round: 1 moved to disk")
    expect(page.locator(".cw-legend")).to_contain_text("d moved to disk")
    mine.locator(".cw-bars").focus()
    expect(mine.locator(".cw-why")).to_contain_text("moved to disk in round 6 · it had 279: <persisted-output path=")
    page.locator("summary", has_text="the messages as a list").click()
    expect(page.locator(".cw-list").last).to_contain_text("tool call_6 (moved to disk)")
    assert saved == ["00001-call-5.txt", "00002-call-6.txt"]
    assert complaints == []


@in_chromium
def test_a_history_is_listed_beside_its_bars(page: Page, tmp_path: Path) -> None:
    made = watch([user(EVIL), assistant(calls=["a"]), tool("1", "a")])
    assert made is not None
    complaints = opened(page, made, tmp_path)
    expect(page.locator(".cw-controls")).to_have_count(0)
    expect(page.locator(".cw-list tbody tr")).to_have_count(3)
    expect(page.locator(".cw-list")).to_contain_text(EVIL)
    expect(page.locator(".cw-legend li")).to_have_text(["U user", "A assistant", "T tool result", "one batch"])
    assert complaints == []


@in_chromium
def test_drawing_is_a_pure_function(page: Page, tmp_path: Path) -> None:
    """The same arguments give the same text, and a picture is not changed by being drawn."""
    opened(page, window(rounds=6), tmp_path)
    made = window(rounds=6)
    page.add_script_tag(type="module", content=f"{module('window')}\nglobalThis.drawn = drawn;")
    page.wait_for_function("globalThis.drawn !== undefined")
    once, twice, unchanged = page.evaluate(
        "(picture) => { const before = JSON.stringify(picture);"
        "return [drawn(picture, 3, 900, 'x'), drawn(picture, 3, 900, 'x'), JSON.stringify(picture) === before]; }",
        made.picture,
    )
    assert once == twice
    assert unchanged
    assert once.count("<figure") == 2


@in_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_bars_stand_out_from_the_page_in_both_themes(page: Page, tmp_path: Path, scheme: Any) -> None:
    """WCAG: text 4.5 to 1, graphics 3 to 1."""
    page.emulate_media(color_scheme=scheme)
    opened(page, window(), tmp_path)
    ratios = page.evaluate(
        """() => {
        const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
        const light = (color) => {
            canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => {
                const part = c / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const style = getComputedStyle(document.querySelector(".cw"));
        const paper = light(matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "#ffffff");
        const ratio = (name) => {
            const [high, low] = [light(style.getPropertyValue(name)), paper].sort((a, b) => b - a);
            return (high + 0.05) / (low + 0.05);
        };
        const letters = [83, 85, 65, 84, 67, 75, 63].map((code) => ratio(`--cw-${code}`));
        return {text: ["--cw-bad", "--cw-faint"].map(ratio), graphics: letters};
        }"""
    )
    assert min(ratios["text"]) >= 4.5
    assert min(ratios["graphics"]) >= 3
