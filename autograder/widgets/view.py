"""A picture of plain data: a notebook shows it as a widget, a page without a kernel as itself, a terminal as words.

Every picture has one ES module and one style of its own name here. What modules have in common stands in the files of
`COMMON`, which are put before them: nothing is built, and nothing is loaded.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from autograder.widgets.carrying import carried

Wish = dict[str, Any]

COMMON = {"js": ("shared", "lanes", "knobs", "player"), "css": ("shared", "player")}

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 16px; background: Canvas; font-family: system-ui, sans-serif; }}
{style}</style></head>
<body><main id="picture"><noscript>{table}</noscript></main>
<script type="module">
{module}
mount(document.getElementById("picture"), {picture});
</script></body>
</html>
"""


class View(ABC):
    """Something that is drawn from plain data by the module of its name.

    Attributes:
        name: of its module and its style.
        picture: plain data, which can be written as JSON.
    """

    name: str

    def __init__(self, picture: dict[str, Any], remake: Callable[[Wish], dict[str, Any]] | None = None) -> None:
        """Show this picture; the widget is made when a notebook asks for it.

        Args:
            picture: plain data.
            remake: makes another picture from what a reader wishes for; `None` where there is nothing to wish for.
        """
        self.picture = picture
        self._remake = remake
        self._carried: dict[str, Any] | None = None
        self._widget: Any = None

    @abstractmethod
    def words(self) -> str:
        """Return the picture as lines of text."""

    @abstractmethod
    def table(self) -> str:
        """Return the picture as HTML that needs no script and no style."""

    def carried(self) -> dict[str, Any]:
        """Return the picture for a page without a kernel: with what it becomes at some places of its knobs."""
        if self._carried is None:
            self._carried = self.picture
            if self._remake is not None and self.picture.get("knobs"):
                self._carried = carried(self.picture, self._remake)
        return self._carried

    @property
    def last(self) -> int:
        """The number of the last round that can be shown."""
        return 0

    @property
    def widget(self) -> Any:
        """The live widget, with `round`, the frame that is shown.

        Raises:
            ImportError: anywidget is not installed here.
        """
        if self._widget is None:
            from autograder.widgets.live import live

            self._widget = live(self.name)(picture=self.picture, round=self.last, remake=self._remake)
        return self._widget

    def save(self, path: str | Path) -> Path:
        """Write the picture to an HTML file that needs no kernel and loads nothing.

        Returns:
            where it was written.
        """
        path = Path(path)
        path.write_text(self.page(), encoding="utf-8")
        return path

    def page(self) -> str:
        """Return the picture as a whole HTML page, playable without a kernel."""
        return _PAGE.format(
            title=self.name.capitalize(),
            style=style(self.name),
            table=self.table(),
            module=module(self.name),
            picture=as_script(self.carried()),
        )

    def __repr__(self) -> str:
        return self.words()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = {"text/plain": self.words(), "text/html": self.table()}
        try:
            shown = self.widget._repr_mimebundle_()
        except ImportError:
            return bundle, {}
        return {**shown[0], **bundle}, shown[1]


def as_script(picture: dict[str, Any]) -> str:
    r"""Return plain data as text that may stand inside a script: none of it can end the script.

    Examples:
        >>> print(as_script({"text": "</script>"}))
        {"text": "\u003c/script>"}
    """
    return json.dumps(picture, ensure_ascii=True).replace("<", "\\u003c")


def module(name: str) -> str:
    """Return the ES module of a picture: it exports `mount`, and by default what anywidget takes."""
    return "".join(asset(f"{each}.js") for each in (*COMMON["js"], name))


def style(name: str) -> str:
    """Return the style of a picture."""
    return "".join(asset(f"{each}.css") for each in (*COMMON["css"], name))


@cache
def asset(name: str) -> str:
    """Return a file of this package as text."""
    return (files(__package__) / name).read_text(encoding="utf-8")
