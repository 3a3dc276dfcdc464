"""What holds for every widget: it fits every page, loads nothing, and can be used by everyone."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from autograder import watch
from autograder.lab import Message, Summarizer, working_session
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, opened, serious
from autograder.widgets import try_cut, try_estimate, watch_decay, watch_prefix
from autograder.widgets.view import View


def _window() -> View | None:
    functions = [right_function(name) for name in ("compact_history", "micro_compact", "truncate_tool_results")]
    return watch(*functions, max_length=800, summarize=Summarizer(), window=6000, reserve=512, buffer=2000)


def _long_window() -> View | None:
    return watch(right_function("trim_history"), session=working_session(rounds=140), window=1_000_000)


def _decay() -> View | None:
    compact, state = right_function("compact_history"), right_function("with_task_state")
    return watch_decay(compact, _refuses_long, with_state=state, threshold=0, keep_tail=2)


def _prefix() -> View | None:
    return watch_prefix(
        lambda now: f"It is {now:%H:%M:%S}. {'Read first, then write. ' * 300}",
        lambda now: "Be brief." if now.minute < 3 else None,
        once=right_function("SessionPrompt"),
        measure=right_function("shared_prefix"),
        rounds=10,
    )


def _refuses_long(messages: list[Message]) -> list[Message]:
    assert len(messages) < 9
    return messages


VIEWS: dict[str, Callable[[], View | None]] = {
    "window": _window,
    "long window": _long_window,
    "estimator": lambda: try_estimate(right_function("estimate_tokens"), right_function("better_estimate")),
    "cutter": lambda: try_cut(right_function("trim_history"), head=2),
    "decay": _decay,
    "prefix": _prefix,
}
pytestmark = in_chromium


@pytest.fixture(scope="module", params=VIEWS)
def view(request: pytest.FixtureRequest) -> View:
    made = VIEWS[request.param]()
    assert made is not None
    return made


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """One browser for all the pictures."""
    with chromium_page() as opened_page:
        yield opened_page


def everything_open(page: Page) -> None:
    for summary in page.locator("summary").all():
        summary.click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [380, 1600])
def test_axe_finds_nothing_serious(page: Page, view: View, tmp_path: Path, width: int, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    complaints = opened(page, view, tmp_path, width)
    everything_open(page)
    assert serious(page, only=None if scheme == "light" else "color-contrast") == []
    assert complaints == []


@pytest.mark.parametrize("width", [380, 1000, 1600])
def test_no_page_is_wider_than_its_window(page: Page, view: View, tmp_path: Path, width: int) -> None:
    opened(page, view, tmp_path, width)
    everything_open(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_moves_by_itself(page: Page, view: View, tmp_path: Path) -> None:
    """No picture has an animation or a transition, so there is no motion that a reader could want reduced."""
    page.emulate_media(reduced_motion="no-preference")
    opened(page, view, tmp_path)
    moving = page.evaluate(
        """() => [...document.querySelectorAll(".cw, .cw *")].filter((each) => {
        const style = getComputedStyle(each);
        return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
        }).length"""
    )
    assert moving == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_everything_can_be_reached_and_seen_by_keyboard(page: Page, view: View, tmp_path: Path) -> None:
    """Tab reaches every control in turn, and each shows that it has the focus."""
    opened(page, view, tmp_path)
    wanted = page.locator(
        ".cw button:enabled:visible, .cw input:visible, .cw select:visible, .cw [tabindex='0']:visible"
    )
    reached: set[str] = set()
    for _ in range(wanted.count() + 4):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => { const at = document.activeElement; const style = getComputedStyle(at);
            return [at.closest(".cw") !== null, at.className + at.dataset.lane, style.outlineStyle]; }"""
        )
        if seen[0]:
            assert seen[2] != "none", seen
            reached.add(seen[1])
    assert len(reached) >= len(set(wanted.evaluate_all("all => all.map((at) => at.className + at.dataset.lane)")))


def test_a_page_without_scripts_has_the_words(page: Page, view: View, tmp_path: Path) -> None:
    browser = page.context.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(view.save(tmp_path / "plain.html").as_uri())
    expect(plain.locator("main td, main li").first).to_be_visible()


def test_the_picture_is_plain_data(view: View) -> None:
    assert json.loads(json.dumps(view.picture)).keys() == view.picture.keys()
    assert set(view._repr_mimebundle_()[0]) >= {"text/html", "text/plain", "application/vnd.jupyter.widget-view+json"}
