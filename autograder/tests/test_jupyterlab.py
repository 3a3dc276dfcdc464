"""A learner's way through a chapter in the real JupyterLab."""

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from autograder.authoring.source import ROOT
from autograder.lessons.oracle import right_source
from autograder.notebook.records import Records
from autograder.tests.browsers import CHROMIUM, chromium_page
from autograder.tests.livelab import LiveNotebook, jupyterlab

NOTEBOOK = "ch03_trim.ipynb"
PLAIN_SLICE = """
def trim_history(messages, max_messages=10, head=2):
    return {"messages": messages[-max_messages:], "dropped": 0}
"""
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


def copied(folder: Path) -> Path:
    """Copy the chapter, as `autograder study` does."""
    chapter = folder / "work" / "ch03_trim"
    shutil.copytree(ROOT / "exercises" / "ch03_trim", chapter)
    (folder / "work" / ".autograder").mkdir()
    return chapter


def cell_with(chapter: Path, source: str) -> str:
    """Return the id of the first cell with exactly this source."""
    cells = json.loads((chapter / NOTEBOOK).read_text(encoding="utf-8"))["cells"]
    return next(str(cell["id"]) for cell in cells if "".join(cell["source"]) == source)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_report_turns_right_and_the_windows_slider_moves(tmp_path: Path, dark: bool) -> None:
    chapter = copied(tmp_path)
    (tmp_path / "home").mkdir()
    watched = cell_with(chapter, "watch(trim_history)")
    with jupyterlab(chapter, tmp_path / "home", dark=dark) as address, chromium_page(1280, 900) as page:
        notebook = LiveNotebook(page, address, chapter, NOTEBOOK)
        notebook.run_all()
        check = notebook.cell("check-trim-history")
        notebook.run("trim-history")
        notebook.run("check-trim-history")
        expect(check.locator(".ag-report.ag-not-written")).to_be_visible()
        expect(notebook.run(watched).locator(".cw-error")).to_contain_text("is not written yet")
        page.screenshot(path=tmp_path / "stub.png")

        notebook.write("trim-history", PLAIN_SLICE)
        notebook.run("trim-history")
        notebook.run("check-trim-history")
        expect(check.locator(".ag-report.ag-broken")).to_be_visible()
        notebook.run(cell_with(chapter, "hint(trim_history)"))
        check.scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / "broken.png")

        notebook.write("trim-history", right_source("trim_history"))
        notebook.run("trim-history")
        notebook.run("check-trim-history")
        expect(check.locator(".ag-report.ag-passed")).to_contain_text("46 of 46 points")
        check.scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / "right.png")

        window = notebook.run(watched).locator(".cw")
        slider = window.locator(".cw-round")
        expect(window.locator(".cw-where")).to_have_text("round 20 of 20")
        slider.focus()
        for _ in range(15):
            page.keyboard.press("ArrowLeft")
        expect(window.locator(".cw-where")).to_have_text("round 5 of 20")
        expect(window.locator("figcaption").last).to_contain_text("10 messages")
        window.scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / "window.png")
    attempts = [each for each in Records(tmp_path / "work").read()[0] if each["kind"] == "check"]
    assert [(each["lesson"], each["passed"]) for each in attempts[-2:]] == [
        ("trim_history", False),
        ("trim_history", True),
    ]
