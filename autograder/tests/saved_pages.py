"""A widget's page without a kernel, opened in Chromium as a file; what goes wrong or leaves the machine is noted."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from autograder.tests.browsers import CHROMIUM
from autograder.widgets.view import View

HEIGHT = 700  # pixels

in_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


def opened(page: Page, view: View, folder: Path, width: int = 1000) -> list[str]:
    """Open a saved picture, and return everything that goes wrong in it or is asked for elsewhere."""
    complaints: list[str] = []
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(view.save(folder / f"{view.name}.html").as_uri())
    expect(page.locator(".cw").first).to_be_visible()
    return complaints


def serious(page: Page, context: str | None = None, *, only: str | None = None) -> list[dict[str, Any]]:
    """Return what axe-core finds, by all its rules or by one, that is serious or critical: the rule, the elements."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    found = Axe().run(page, context, options).response["violations"]
    return [
        {"rule": each["id"], "at": [node["html"][:160] for node in each["nodes"]]}
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
