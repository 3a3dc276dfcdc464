"""The book as a reader has it: opened from disk in Chromium, with no network at all."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from autograder.tests.books import built_book, pages
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, serious

pytestmark = in_chromium
PAGE_OF_EACH_KIND = {
    "index",
    "ch01_estimate",
    "ch05_summarise",
    "promises",
    "widgets",
    "notebook",
    "glossary",
    "search",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[Page, list[str]]]:
    """A page without a network, and what went wrong on it."""
    wrong: list[str] = []
    with chromium_page() as page:
        page.context.set_offline(True)
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
        page.on(
            "request",
            lambda asked: wrong.append(asked.url) if urlsplit(asked.url).scheme in ("http", "https") else None,
        )
        yield page, wrong


def opened(browser: tuple[Page, list[str]], name: str, search: str = "") -> Page:
    page, wrong = browser
    wrong.clear()
    page.goto((built_book() / name).as_uri() + search)
    return page


def test_every_page_opens_without_a_network_an_error_or_a_missing_picture(browser) -> None:
    page, wrong = browser
    for path in pages():
        opened(browser, path.relative_to(built_book()).as_posix())
        page.wait_for_function("[...document.images].every(each => each.complete)")
        missing = page.evaluate("[...document.images].filter(each => !each.naturalWidth).map(each => each.src)")
        assert (path.name, wrong, missing) == (path.name, [], [])


def test_no_page_is_wider_than_its_window(browser) -> None:
    page, _ = browser
    page.set_viewport_size({"width": 390, "height": 800})  # a phone
    for path in pages():
        opened(browser, path.relative_to(built_book()).as_posix())
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert (path.name, wide) == (path.name, 390)
    page.set_viewport_size({"width": 1300, "height": 900})


@pytest.mark.parametrize(("theme", "rule"), [("light", None), ("dark", "color-contrast")])
def test_axe_finds_nothing_serious(browser, theme, rule) -> None:
    """By every rule where it is light; where it is dark, by the one that can say something else, on a page a kind."""
    page, _ = browser
    page.emulate_media(color_scheme=theme)
    for path in pages():
        if theme == "dark" and path.stem not in PAGE_OF_EACH_KIND:
            continue
        opened(browser, path.relative_to(built_book()).as_posix())
        page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")  # colours have settled
        assert (path.name, serious(page, only=rule)) == (path.name, [])


def test_a_window_plays_in_the_page(browser) -> None:
    page = opened(browser, "ch03_trim.html")
    window = page.locator(".book-view", has=page.locator(".cw-play")).first
    window.scroll_into_view_if_needed()
    where = window.locator(".cw-where")
    assert where.inner_text() == "round 20 of 20"
    window.locator(".cw-play").click()
    page.wait_for_function("each => each.textContent === 'round 2 of 20'", arg=where.element_handle())
    window.locator(".cw-play").click()
    window.locator(".cw-round").fill("18")
    assert "prompt is too long" in window.inner_text()
    assert "accepted" in window.inner_text()
    assert browser[1] == []


def test_a_readers_knobs_work_in_the_page(browser) -> None:
    page = opened(browser, "ch03_trim.html")
    window = page.locator(".book-window", has=page.locator(".cw-turn")).first
    window.locator("summary", has_text="change what is played").click()
    window.locator("[data-key=window]").press("End")
    assert "window 24,576" in window.locator(".cw-lane").first.inner_text()
    assert "prompt is too long" not in window.inner_text()
    window.locator("[data-key=growth]").press("End")
    assert "prompt is too long" in window.inner_text()
    assert browser[1] == []


def test_facts_fade_in_the_page(browser) -> None:
    page = opened(browser, "ch05_summarise.html")
    decay = page.locator(".book-decay")
    assert "8 of 20 facts still said" in decay.inner_text()
    decay.locator(".cw-round").fill("5")
    assert "lost in this round: file_1.md, RC-8919" in decay.inner_text()
    decay.locator("summary", has_text="change what is played").click()
    decay.get_by_label("helper model").select_option("faithful")
    assert "lost in this round" not in decay.inner_text()
    assert browser[1] == []


def test_a_prefix_is_read_in_the_page(browser) -> None:
    page = opened(browser, "ch06_system_prompt.html")
    prefix = page.locator(".book-prefix").first
    late = prefix.locator(".cw-done").nth(1)
    assert "0 tokens from the cache" in prefix.locator(".cw-done").first.inner_text()
    assert ", 0 tokens from the cache" not in late.inner_text()
    prefix.locator("summary", has_text="change what is played").click()
    prefix.locator("[data-key=pause]").press("End")
    assert ", 0 tokens from the cache" in late.inner_text()
    assert browser[1] == []


def test_pictures_follow_the_books_own_switch_between_light_and_dark(browser) -> None:
    page = opened(browser, "ch03_trim.html")
    colour = "getComputedStyle(document.querySelector('.cw')).getPropertyValue('--cw-text')"
    seen = set()
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_function(
            "light => document.documentElement.dataset.jpThemeLight === light", arg=str(theme == "light").lower()
        )
        seen.add(page.evaluate(colour))
    assert len(seen) == 2


def test_search_finds_a_word_of_the_glossary(browser) -> None:
    page = opened(browser, "search.html", "?q=orphan")
    page.wait_for_selector("#search-results li")
    assert "Glossary" in page.inner_text("#search-results")
    assert browser[1] == []
