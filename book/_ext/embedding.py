"""What a value looks like on a page: a picture that plays without a kernel, a report, or its text."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from tables import Table

from autograder.widgets.view import as_script, module
from autograder.widgets.window import Window
from autograder.widgets.words import picture_table

# The module stands in the page itself: a browser loads no module from a file that was opened by a double click.
_MOUNT = """
for (const each of document.querySelectorAll(".book-window")) {{
  mount(each, JSON.parse(each.querySelector("script").textContent), {{ round: Number(each.dataset.round) }});
}}
"""


def shown(value: Any) -> list[nodes.Node]:
    """Return the nodes that show a value at the end of a block of code; none for `None`."""
    if value is None:
        return []
    if isinstance(value, Window):
        return [raw(window_html(value))]
    if isinstance(value, Table):
        return value.nodes()
    if hasattr(value, "_repr_html_"):
        return [raw(f'<div class="book-output">{value._repr_html_()}</div>')]
    return [printed(repr(value))]


def raw(html: str) -> nodes.raw:
    """Return HTML as a node."""
    return nodes.raw("", html, format="html")


def printed(text: str, language: str = "text") -> nodes.literal_block:
    """Return text that code printed, coloured as what it is."""
    return nodes.literal_block(text, text, language=language, classes=["book-output"])


def window_html(window: Window) -> str:
    """Return an element that becomes the window when the page is open; without scripts it is a table."""
    return (
        f'<div class="book-window" data-round="{window.last}"><script type="application/json">{as_script(window.picture)}</script>'
        f"<noscript>{picture_table(window.picture)}</noscript></div>"
    )


def add_module(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with a window the module that draws it."""
    if doctree is not None and any("book-window" in each.astext() for each in doctree.findall(nodes.raw)):
        body = module("window") + _MOUNT.format()
        context["body"] += f'<script type="module">\n{body}</script>\n'
