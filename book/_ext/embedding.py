"""What a value looks like on a page: a picture that plays without a kernel, a table, a report, or its text."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from tables import Table

from autograder.widgets.view import View, as_script, module

# Modules stand in the page itself: a browser loads none from a file that was opened by a double click.
_MOUNT = """
for (const each of document.querySelectorAll(".book-{name}")) {{
  mount(each, JSON.parse(each.querySelector("script").textContent), {{ round: Number(each.dataset.round) }});
}}
"""


def shown(value: Any) -> list[nodes.Node]:
    """Return the nodes that show a value at the end of a block of code; none for `None`."""
    if value is None:
        return []
    if isinstance(value, View):
        return [raw(view_html(value), view=value.name)]
    if isinstance(value, Table):
        return value.nodes()
    if hasattr(value, "_repr_html_"):
        return [raw(f'<div class="book-output">{value._repr_html_()}</div>')]
    return [printed(repr(value))]


def raw(html: str, view: str = "") -> nodes.raw:
    """Return HTML as a node; `view` names the module that draws in it."""
    return nodes.raw("", html, format="html", view=view)


def printed(text: str, language: str = "text") -> nodes.literal_block:
    """Return text that code printed, coloured as what it is."""
    return nodes.literal_block(text, text, language=language, classes=["book-output"])


def view_html(view: View) -> str:
    """Return an element that becomes the picture when the page is open; without scripts it is a table."""
    return (
        f'<div class="book-view book-{view.name}" data-round="{view.last}">'
        f'<script type="application/json">{as_script(view.carried())}</script><noscript>{view.table()}</noscript></div>'
    )


def add_modules(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page the modules that draw its pictures, each once."""
    if doctree is not None:
        for name in sorted({each.get("view", "") for each in doctree.findall(nodes.raw)} - {""}):
            context["body"] += f'<script type="module">\n{module(name)}{_MOUNT.format(name=name)}</script>\n'
