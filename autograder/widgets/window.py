"""The window: a picture that a notebook shows as a widget, a page without a kernel as itself, a terminal as words."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from autograder.widgets.frames import Picture
from autograder.widgets.words import picture_table, picture_text

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 16px; font-family: system-ui, sans-serif; }}
{style}</style></head>
<body><div id="window"></div><noscript>{table}</noscript>
<script type="module">
{module}
mount(document.getElementById("window"), {picture});
</script></body>
</html>
"""


class Window:
    """A picture of what is sent, round by round.

    Attributes:
        picture: plain data, as `frames` describes it.
    """

    def __init__(self, picture: Picture) -> None:
        """Show this picture; the widget is made when a notebook asks for it."""
        self.picture = picture
        self._widget: Any = None

    @property
    def widget(self) -> Any:
        """The live widget, with `round`, the frame that is shown.

        Raises:
            ImportError: anywidget is not installed here.
        """
        if self._widget is None:
            from autograder.widgets.live import LiveWindow

            last = max(len(lane["frames"]) for lane in self.picture["lanes"]) - 1
            self._widget = LiveWindow(picture=self.picture, round=last)
        return self._widget

    def save(self, path: str | Path) -> Path:
        """Write the window to an HTML file that needs no kernel and loads nothing.

        Returns:
            where it was written.
        """
        path = Path(path)
        path.write_text(self.page(), encoding="utf-8")
        return path

    def page(self) -> str:
        """Return the window as a whole HTML page, playable without a kernel."""
        plain = json.dumps(self.picture, ensure_ascii=True).replace("<", "\\u003c")  # no text ends the script
        table = picture_table(self.picture)
        return _PAGE.format(
            title="Window", style=asset("window.css"), table=table, module=asset("window.js"), picture=plain
        )

    def __repr__(self) -> str:
        return picture_text(self.picture)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = {"text/plain": repr(self), "text/html": picture_table(self.picture)}
        try:
            view = self.widget._repr_mimebundle_()
        except ImportError:
            return bundle, {}
        return {**view[0], **bundle}, view[1]


@cache
def asset(name: str) -> str:
    """Return a file of this package as text."""
    return (files(__package__) / name).read_text(encoding="utf-8")
