"""The part of a notebook that a function needs: its definition, and what that leans on, cell by cell.

Definitions, imports and assignments are taken when the function refers to them, directly or through one another.
Bare calls, magics and everything else a notebook does are left out, so a cell that fails or never ends costs nothing.
Line numbers stay those of the cell: what is left out becomes blank lines.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.grading.statements import Statement, parsed, statements_of, without_magics


@dataclass(frozen=True, slots=True)
class Piece:
    """The needed part of one cell.

    Attributes:
        label: which cell it is, for messages.
        source: Python, with blank lines for what is not needed.
    """

    label: str
    source: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell of a notebook, or a whole script.

    Attributes:
        label: which cell it is, for messages.
        source: its text.
        answers: the lesson whose solution it is by its id; empty for any other cell.
    """

    label: str
    source: str
    answers: str = ""


def needed_pieces(cells: Sequence[Cell], name: str) -> list[Piece]:
    """Return the pieces, in order, that define `name` and what it needs; empty where nothing defines it.

    The solution cell that names the function wins, the last written one where it was copied; else the last
    definition anywhere. A definition that only raises `NotImplementedError` gives way to any other.

    Raises:
        SyntaxError: nothing readable defines the function, and a cell that speaks of it is not Python.
    """
    statements = [each for number, cell in enumerate(cells) for each in statements_of(number, cell.source)]
    defining = [
        each for each in statements if name in each.binds and not isinstance(each.node, ast.Import | ast.ImportFrom)
    ]
    if not defining:
        _complain(cells, name)
        return []
    chosen = max(defining, key=lambda each: (not _is_stub(each.node), cells[each.cell].answers == name, each.cell))
    kept = _closure(statements, chosen, name, own=cells[chosen.cell].answers == name)
    return [_piece(cells[number], number, kept) for number in sorted({each.cell for each in kept})]


def _closure(statements: list[Statement], chosen: Statement, name: str, *, own: bool) -> list[Statement]:
    """Return what `chosen` leans on; of its own solution cell everything but bare expressions and imports of others.

    A name that its cell binds is bound there and nowhere else: a later cell may use it for something of its own.
    So may it any name that is defined elsewhere: what a loop binds, or a later cell's value, does not take its place.
    """
    usable = [each for each in statements if each.cell == chosen.cell or name not in each.binds]
    offers = _offers(usable, chosen.cell)
    kept = {id(chosen)}
    wanted = set(chosen.uses)
    if own:
        kept |= {id(each) for each in usable if each.cell == chosen.cell}
        wanted |= {use for each in usable if each.cell == chosen.cell for use in each.uses}
    else:
        wanted.add(name)
    grown = True
    while grown:
        more = [each for each in usable if id(each) not in kept and (offers[id(each)] & wanted or "*" in each.binds)]
        kept |= {id(each) for each in more}
        wanted |= {use for each in more for use in each.uses}
        grown = bool(more)
    return [each for each in usable if id(each) in kept]


def _offers(statements: list[Statement], cell: int) -> dict[int, set[str]]:
    """Return, by statement, the names for whose sake it may be taken; up to the cell, values count as definitions."""
    here = {bound for each in statements if each.cell == cell for bound in each.binds}
    ranks = {
        id(each): {
            bound: 2 if rank and each.cell <= cell else rank
            for bound, rank in each.binds.items()
            if each.cell == cell or bound not in here
        }
        for each in statements
    }
    best: dict[str, int] = {}
    for bound, rank in (pair for each in ranks.values() for pair in each.items()):
        best[bound] = max(best.get(bound, rank), rank)
    return {key: {bound for bound, rank in each.items() if rank == best[bound]} for key, each in ranks.items()}


def _is_stub(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return False
    bodies = (
        [node.body]
        if isinstance(node, ast.FunctionDef)
        else [each.body for each in node.body if isinstance(each, ast.FunctionDef)]
    )
    return all(_only_raises(body) for body in bodies)


def _only_raises(body: list[ast.stmt]) -> bool:
    rest = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if any(not isinstance(each, ast.Raise) for each in rest):
        return False
    return any("NotImplementedError" in ast.dump(each) for each in rest) or not rest


def _piece(cell: Cell, number: int, kept: list[Statement]) -> Piece:
    lines = without_magics(cell.source).split("\n")
    wanted: set[int] = set()
    for each in kept:
        if each.cell == number:
            decorators = [d.lineno for d in getattr(each.node, "decorator_list", [])]
            wanted.update(range(min([each.node.lineno, *decorators]), (each.node.end_lineno or 0) + 1))
    text = "\n".join(line if i in wanted else "" for i, line in enumerate(lines, 1))
    return Piece(cell.label, text.rstrip() + "\n")


def _complain(cells: Sequence[Cell], name: str) -> None:
    for cell in cells:
        if (cell.answers == name or re.search(rf"\b(def|class)\s+{name}\b", cell.source)) and parsed(
            cell.source
        ) is None:
            ast.parse(without_magics(cell.source), filename=cell.label)
