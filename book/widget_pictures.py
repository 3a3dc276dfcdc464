"""Makes the pictures of the widgets again: saved pages, in Chromium.

Run it as `python book/widget_pictures.py`; it writes `book/pictures/{window,cutter,estimator,decay,prefix}.png`.
It needs what the tests need: the extra `test`, and Chromium.
"""

import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from playwright.sync_api import Page

from autograder import watch
from autograder.lab import Summarizer
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.widgets import try_cut, try_estimate, watch_decay, watch_prefix
from autograder.widgets.view import View

PICTURES = Path(__file__).parent / "pictures"
WIDTH, HEIGHT = 960, 300  # pixels


def window() -> tuple[View | None, Callable[[Page], None]]:
    """Return the reading session with and without a function, at the round where it compacts first."""
    view = watch(right_function("compact_history"), summarize=Summarizer(), reserve=1024, buffer=2000)

    def at_a_compaction(page: Page) -> None:
        page.locator(".cw-round").focus()
        while not page.locator(".cw-done", has_text="summarised").count():
            page.keyboard.press("ArrowLeft")
        page.locator(".cw-bars").nth(1).hover(position={"x": 16, "y": 150})
        page.locator(".cw-where").click()

    return view, at_a_compaction


def cutter() -> tuple[View | None, Callable[[Page], None]]:
    """Return a cut that a provider refuses, and where a right function cuts instead."""
    return try_cut(right_function("find_safe_tail_start")), lambda page: page.locator(".cc-cut").press("ArrowRight")


def estimator() -> tuple[View | None, Callable[[Page], None]]:
    """Return a text in several scripts, cut into tokens."""
    view = try_estimate(right_function("estimate_tokens"), right_function("better_estimate"))
    return view, lambda page: page.locator("select").select_option(label="Chinese with commands") and None


def decay() -> tuple[View | None, Callable[[Page], None]]:
    """Return facts that fade, beside those that task state keeps, with one of them chosen."""
    view = watch_decay(
        right_function("compact_history"), with_state=right_function("with_task_state"), threshold=0, keep_tail=2
    )
    return view, lambda page: page.locator(".cw-bars text", has_text="file_2.md").first.hover()


def prefix() -> tuple[View | None, Callable[[Page], None]]:
    """Return a prompt with the time in its first line beside one with the date in its last."""
    rules = "Read first, then write. Say what you found. " * 160

    def time_in_front(now: datetime) -> str:
        return f"It is {now:%H:%M:%S}.\n{rules}"

    def date_at_the_end(now: datetime) -> str:
        return f"{rules}\nToday is {now:%Y-%m-%d}."

    view = watch_prefix(time_in_front, date_at_the_end, measure=right_function("shared_prefix"))
    return view, lambda page: page.locator(".cw-bars").first.hover(position={"x": 20, "y": 44})


def main() -> None:
    """Take every picture."""
    with tempfile.TemporaryDirectory() as folder, chromium_page(WIDTH, HEIGHT) as page:
        for make in (window, cutter, estimator, decay, prefix):
            view, prepare = make()
            if view is None:
                raise RuntimeError(f"there is no {make.__name__}")
            page.goto(view.save(Path(folder) / f"{view.name}.html").as_uri())
            prepare(page)
            page.screenshot(path=PICTURES / f"{view.name}.png", full_page=True, animations="disabled")


if __name__ == "__main__":
    main()
