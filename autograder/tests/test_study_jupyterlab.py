"""What `autograder study` ends in: JupyterLab, open at the first page, with a browser or without one."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from autograder.tests.browsers import CHROMIUM, chromium_page

PROGRAM = "import sys; from autograder.cli import main; main(['study', *sys.argv[1:]])"


def course_in(folder: Path, terminal: int | None = None) -> subprocess.Popen[str]:
    """Start a course with no browser at hand, and with a home of its own."""
    quiet = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    quiet |= {"HOME": str(folder / "home"), "JUPYTER_PLATFORM_DIRS": "0"}
    command = [sys.executable, "-c", PROGRAM, str(folder / "work"), "--port", "18888"]
    return subprocess.Popen(
        command, env=quiet, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.fixture
def terminal() -> Iterator[int]:
    """A terminal to start a course from: JupyterLab asks its questions at no other place."""
    ours, theirs = os.openpty()
    yield theirs
    os.close(theirs)
    os.close(ours)


@pytest.fixture
def address(tmp_path: Path, terminal: int) -> Iterator[str]:
    """The address that a course prints, which runs meanwhile; Ctrl-C ends it without a question."""
    with course_in(tmp_path, terminal) as course:
        assert course.stdout is not None
        said = ""
        try:
            for line in course.stdout:
                said += line
                found = re.search(r"http://127\.0\.0\.1:\S+", line)
                if found:
                    wait_for(course, urlsplit(found.group()).port)
                    yield found.group()
                    break
            else:
                pytest.fail(f"no address was printed:\n{said}")
            course.send_signal(signal.SIGINT)
            course.communicate(timeout=30)
        finally:
            course.kill()


def wait_for(course: subprocess.Popen[str], port: int | None) -> None:
    """Return once a server listens, or has ended; JupyterLab says its address a moment before it listens."""
    while course.poll() is None:
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), timeout=10):
            return
        time.sleep(0.05)


def asked(address: str, path: str, *, token: bool = True) -> Any:
    parts = urlsplit(address)
    headers = {"Authorization": f"token {parts.query.removeprefix('token=')}"} if token else {}
    with urllib.request.urlopen(urllib.request.Request(f"http://{parts.netloc}{path}", headers=headers)) as reply:
        return json.load(reply)


def test_study_prints_an_address_that_opens_the_first_page_with_its_token(address: str) -> None:
    assert urlsplit(address).path == "/lab/tree/start.ipynb"
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
    listed = {each["name"] for each in asked(address, "/api/contents")["content"]}
    assert {"start.ipynb", "ch03_trim"} <= listed
    assert ".autograder" not in listed
    with pytest.raises(urllib.error.HTTPError, match="403"):
        asked(address, "/api/contents", token=False)


def test_study_once_more_says_the_address_of_the_one_that_runs(address: str, tmp_path: Path) -> None:
    with course_in(tmp_path) as second:
        said = second.communicate(timeout=60)[0]
    assert second.returncode == 0
    here, there = urlsplit(address), urlsplit(said.rpartition("JupyterLab runs there already: ")[2].strip())
    assert (there.port, there.path, there.query) == (here.port, here.path, here.query)


def test_study_asks_for_no_news_and_looks_for_no_updates(address: str) -> None:
    settings = asked(address, "/lab/api/settings/@jupyterlab/apputils-extension:notification")
    defaults = {name: each["default"] for name, each in settings["schema"]["properties"].items()}
    assert (defaults["fetchNews"], defaults["checkForUpdates"]) == ("false", False)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_first_page_opens_a_chapter_and_shows_progress(address: str) -> None:
    with chromium_page() as page:
        elsewhere: list[str] = []
        page.on("request", lambda request: elsewhere.append(request.url))
        page.goto(address)
        page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle/", timeout=60_000)
        page.click(".jp-CodeCell .jp-InputArea-editor")
        page.keyboard.press("Shift+Enter")
        page.wait_for_selector(".jp-OutputArea-output >> text=trim_history", timeout=60_000)
        assert page.locator(".jp-toastContainer, .Toastify__toast").count() == 0
        page.click(".jp-RenderedMarkdown a[href*='ch03_trim']")
        page.wait_for_selector(".jp-RenderedMarkdown >> text=What happened", timeout=60_000)
        outside = [url for url in elsewhere if urlsplit(url).hostname not in ("127.0.0.1", None)]
        assert outside == []
