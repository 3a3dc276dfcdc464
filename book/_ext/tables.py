"""Tables whose numbers the book computes: the value of a block, shown as a table."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from docutils import nodes


class Table:
    """A table with a head; whole numbers are written with commas and stand at the right.

    Examples:
        >>> Table(["round", "tokens"], [(1, 1300)]).nodes()[0].astext().split()
        ['round', 'tokens', '1', '1,300']
    """

    def __init__(self, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Keep both; a cell is text, where text in backticks is code, or a number."""
        self.head = list(head)
        self.rows = [list(row) for row in rows]

    def nodes(self) -> list[nodes.Node]:
        """Return the table as Sphinx takes it."""
        group = nodes.tgroup("", cols=len(self.head))
        group += [nodes.colspec("", colwidth=1) for _ in self.head]
        group += nodes.thead("", _row(self.head, [_is_number(cell) for cell in self.rows[0]]))
        group += nodes.tbody("", *(_row(row, [_is_number(cell) for cell in row]) for row in self.rows))
        return [nodes.table("", group, classes=["book-table"])]


_NUMBER = re.compile(r"\s*[-+]?\$?[\d,.]+\s*[%x]?\s*")


def _is_number(cell: Any) -> bool:
    return not isinstance(cell, str) or _NUMBER.fullmatch(cell) is not None


def _row(cells: Sequence[Any], right: Sequence[bool]) -> nodes.row:
    sides = (["text-right"] * at_right for at_right in right)
    return nodes.row("", *(nodes.entry("", _cell(cell), classes=side) for cell, side in zip(cells, sides, strict=True)))


def _cell(cell: Any) -> nodes.paragraph:
    text = f"{cell:,}" if type(cell) is int else str(cell)
    pieces = text.split("`")
    return nodes.paragraph("", "", *(nodes.literal("", p) if i % 2 else nodes.Text(p) for i, p in enumerate(pieces)))
