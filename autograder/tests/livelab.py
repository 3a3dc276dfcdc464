"""A real JupyterLab with a home of its own, and a notebook in it driven by Chromium."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page

_PATIENCE = 60_000  # ms; only a machine that is stuck meets it
_SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},  # every cell is on the page
}


@contextmanager
def jupyterlab(folder: Path, home: Path, *, dark: bool = False) -> Iterator[str]:
    """Serve a folder with JupyterLab, and yield its address, ending in a slash.

    Args:
        folder: what is served.
        home: an empty place for everything that Jupyter and IPython keep.
        dark: whether the dark theme is on.
    """
    theme = {"apputils-extension/themes": {"theme": "JupyterLab Dark"}} if dark else {}
    for name, settings in (_SETTINGS | theme).items():
        file = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    places = {name: str(home / name.lower()) for name in _PLACES} | {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.port=0"]
    command += ["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder}"]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, env={**os.environ, **places}, stdout=log, stderr=log, cwd=folder)
        try:
            yield _address(server, home)
        finally:
            server.terminate()
            server.wait()


_PLACES = (
    "HOME",
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
)


def _address(server: subprocess.Popen[bytes], home: Path) -> str:
    while server.poll() is None:
        for file in (home / "jupyter_runtime_dir").glob("jpserver-*.json"):
            if (text := file.read_text()).rstrip().endswith("}"):  # it is written in the meantime
                return str(json.loads(text)["url"])
        time.sleep(0.1)
    raise AssertionError((home / "log").read_text())


class LiveNotebook:
    """One notebook, open in JupyterLab.

    Attributes:
        page: the browser's page.
        cells: ids of the cells, as they stand in the file.
    """

    def __init__(self, page: Page, address: str, folder: Path, name: str) -> None:
        """Open it, and wait until its kernel is idle: what is run before is lost."""
        self.page = page
        self.cells = [cell["id"] for cell in json.loads((folder / name).read_text(encoding="utf-8"))["cells"]]
        page.goto(f"{address}lab/tree/{name}")
        self._until_idle()

    def _until_idle(self) -> None:
        self.page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle/", timeout=_PATIENCE)

    def cell(self, id: str) -> Locator:
        """Return a cell of the file, by its id."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(self.cells.index(id))

    def run_all(self) -> None:
        """Run the cells up to the first that fails, if any; a click that came too early is made again."""
        prompts = self.page.locator(".jp-CodeCell .jp-InputPrompt")
        while not prompts.first.inner_text().strip("[]: *\u00a0"):
            self.page.click(".lm-MenuBar-itemLabel >> text=/^Run$/")
            self.page.click(".lm-Menu-itemLabel >> text=/^Run All Cells$/")
            self.page.wait_for_timeout(500)
        while "[*]:" in prompts.all_inner_texts():
            self.page.wait_for_timeout(50)

    def run(self, id: str) -> Locator:
        """Run one cell and return its output area."""
        cell = self.cell(id)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        while prompt.inner_text() in (before, "[*]:"):
            self.page.wait_for_timeout(50)
        return cell.locator(".jp-Cell-outputArea")

    def write(self, id: str, source: str) -> None:
        """Put other text into a cell, and do not run it."""
        self.cell(id).locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)
