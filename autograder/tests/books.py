"""The book, built once for all tests that look at it."""

import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from autograder.authoring.source import ROOT
from autograder.grading.processes import one_at_a_time

BOOK = ROOT / "book"
place = Path("a folder of this run of tests")  # set when it begins
_LOADS = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}


@cache
def built_book() -> Path:
    """Build the book with the command of its authors' page, once for all processes of a run of tests."""
    with one_at_a_time(place.with_suffix(".lock")):
        if not place.exists():
            build(BOOK, place)
    return place / "html"


def build(source: Path, into: Path) -> None:
    """Build a book; a warning is an error, and what Sphinx says is shown."""
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "--keep-going", "-b", "html", "-d", str(into / "doctrees")]
    done = subprocess.run(
        [*command, str(source), str(into / "html")], capture_output=True, text=True, cwd=ROOT, check=False
    )
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)


class Page(HTMLParser):
    """What a page loads, where it leads, and which places it has.

    Attributes:
        loads: addresses of what the browser fetches with the page.
        links: addresses that a reader may follow.
        places: ids that a link may name.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        if values.get(_LOADS.get(tag, "")) and values.get("rel") not in ("index", "search", "next", "prev"):
            self.loads.append(values[_LOADS[tag]])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        self.places |= {values[name] for name in ("id", "name") if name in values}


def pages() -> list[Path]:
    """Return the pages of the built book."""
    return sorted(path for path in built_book().rglob("*.html") if "_static" not in path.parts)
