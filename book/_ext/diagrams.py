"""Diagrams: text with box-drawing characters, made SVG that takes its colours from the page.

Lines `─│┌┐└┘├┤┬┴┼`, rounded corners `╭╮╰╯`, heavy ones `━┃┏┓┗┛┣┫┳┻` for what matters, dashed ones `┄┆`, arrows `▶◀▲▼`,
shades `░▒▓`; everything else is text.
"""

import re
import unicodedata
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from embedding import raw
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

WIDE, TALL = 8.4, 18.0  # pixels of a character's cell; 8.4 is the advance of a monospaced font of 14 pixels
_TO = ("LR", "UD", "RD", "LD", "RU", "LU", "UDR", "UDL", "LRD", "LRU")  # left, right, up, down
_ARMS = {
    "plain": dict(zip("─│┌┐└┘├┤┬┴┼▶◀▲▼", (*_TO, "UDLR", "L", "R", "D", "U"), strict=True)),
    "heavy": dict(zip("━┃┏┓┗┛┣┫┳┻", _TO, strict=True)),
    "dashed": dict(zip("┄┆", _TO[:2], strict=True)),
}
_HEADS = {
    "▶": "1,9 -6,4.5 -6,13.5",
    "◀": "7.4,9 14.4,4.5 14.4,13.5",
    "▲": "4.2,3 -0.3,11 8.7,11",
    "▼": "4.2,15 -0.3,7 8.7,7",
}
_ROUND = {"╭": "M4.2 18Q4.2 9 8.4 9", "╮": "M0 9Q4.2 9 4.2 18", "╰": "M4.2 0Q4.2 9 8.4 9", "╯": "M0 9Q4.2 9 4.2 0"}
_SHADES = {"░": 0.1, "▒": 0.22, "▓": 0.4}
_FILLER = "\uffff"
_LETTER = rf"[^\s{''.join(map(''.join, _ARMS.values()))}{''.join(_ROUND)}{''.join(_SHADES)}]"
_WORDS = re.compile(f"{_LETTER}+(?: {_LETTER}+)*")


def cells_of(text: str) -> list[str]:
    """Return the rows as one character a cell: a wide character is followed by a filler.

    Examples:
        >>> [len(row) for row in cells_of("a中b")]
        [4]
    """
    return [
        "".join(each + _FILLER * (unicodedata.east_asian_width(each) in "WF") for each in line)
        for line in text.splitlines()
    ]


def diagram_svg(text: str, alt: str) -> str:
    """Return a diagram as an SVG element.

    Args:
        text: the drawing.
        alt: what it shows, for whoever cannot see it.
    """
    rows = cells_of(text)
    wide, tall = max(map(len, rows)) * WIDE, len(rows) * TALL
    parts = [*_shades(rows), *_lines(rows), *_marks(rows), *_texts(rows)]
    return (
        f'<svg class="book-diagram" role="img" aria-label="{escape(alt)}" viewBox="0 0 {wide:g} {tall:g}" '
        f'width="{wide:g}" height="{tall:g}">{"".join(parts)}</svg>'
    )


def _shades(rows: list[str]) -> Iterator[str]:
    for y, row in enumerate(rows):
        for found in re.finditer(r"░+|▒+|▓+", row):
            box = f'x="{found.start() * WIDE:g}" y="{y * TALL:g}" width="{len(found[0]) * WIDE:g}" height="{TALL:g}"'
            yield f'<rect class="book-shade" {box} fill-opacity="{_SHADES[found[0][0]]}"/>'


def _lines(rows: list[str]) -> Iterator[str]:
    """Yield straight lines, those that meet as one."""
    columns = ["".join(row[x] if x < len(row) else " " for row in rows) for x in range(max(map(len, rows)))]
    for style, arms in _ARMS.items():
        across = [(y, start, end) for y, row in enumerate(rows) for start, end in _runs(row, arms, "L", "R")]
        down = [(x, start, end) for x, column in enumerate(columns) for start, end in _runs(column, arms, "U", "D")]
        path = [f"M{a * WIDE:g} {(y + 0.5) * TALL:g}H{b * WIDE:g}" for y, a, b in across]
        path += [f"M{(x + 0.5) * WIDE:g} {a * TALL:g}V{b * TALL:g}" for x, a, b in down]
        if path:
            yield f'<path class="book-line book-{style}" d="{"".join(path)}"/>'


def _runs(row: str, arms: dict[str, str], first: str, second: str) -> Iterator[tuple[float, float]]:
    """Yield from where to where a line goes, in cells."""
    edges: list[float] = []
    for place, character in enumerate(row):
        have = arms.get(character, "")
        edges += [place, place + 0.5] * (first in have) + [place + 0.5, place + 1] * (second in have)
    ends = [i for i, (a, b) in enumerate(pairwise(edges)) if i % 2 and a != b]
    starts = [0, *(i + 1 for i in ends)]
    yield from ((edges[a], edges[b]) for a, b in zip(starts, [*ends, len(edges) - 1], strict=True) if edges)


def _marks(rows: list[str]) -> Iterator[str]:
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            at = f'transform="translate({x * WIDE:g} {y * TALL:g})"'
            if character in _HEADS:
                yield f'<polygon class="book-head" points="{_HEADS[character]}" {at}/>'
            elif character in _ROUND:
                yield f'<path class="book-line book-plain" d="{_ROUND[character]}" {at}/>'


def _texts(rows: list[str]) -> Iterator[str]:
    for y, row in enumerate(rows):
        for found in _WORDS.finditer(row):
            words = found[0].replace(_FILLER, "")
            place = f'x="{found.start() * WIDE:g}" y="{(y + 0.72) * TALL:g}" textLength="{len(found[0]) * WIDE:g}"'
            yield f"<text {place}>{escape(words)}</text>"


class Diagram(SphinxDirective):
    """Draw the content; `alt` says what it shows."""

    has_content = True
    option_spec: ClassVar = {"alt": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the picture."""
        if "alt" not in self.options:
            raise self.error("a diagram says in `:alt:` what it shows")
        return [raw(f'<div class="book-figure">{diagram_svg(chr(10).join(self.content), self.options["alt"])}</div>')]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("diagram", Diagram)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
