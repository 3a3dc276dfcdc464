"""The part of a notebook that a function needs: its definition, and what that leans on, cell by cell.

Definitions, imports and assignments are taken when the function refers to them, directly or through one another.
Bare calls, magics and everything else a notebook does are left out, so a cell that fails or never ends costs nothing.
Line numbers stay those of the cell: what is left out becomes blank lines.
"""

import ast
import re
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache


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


@dataclass(frozen=True, slots=True)
class _Statement:
    cell: int
    node: ast.stmt
    binds: frozenset[str]
    uses: frozenset[str]


def needed_pieces(cells: Sequence[Cell], name: str) -> list[Piece]:
    """Return the pieces, in order, that define `name` and what it needs; empty where nothing defines it.

    The solution cell that names the function wins, the last written one where it was copied; else the last
    definition anywhere. A definition that only raises `NotImplementedError` gives way to any other.

    Raises:
        SyntaxError: nothing readable defines the function, and a cell that speaks of it is not Python.
    """
    statements = [each for number, cell in enumerate(cells) for each in _statements(number, cell.source)]
    defining = [
        each for each in statements if name in each.binds and not isinstance(each.node, ast.Import | ast.ImportFrom)
    ]
    if not defining:
        _complain(cells, name)
        return []
    chosen = max(defining, key=lambda each: (not _is_stub(each.node), cells[each.cell].answers == name, each.cell))
    kept = _closure(statements, chosen, name, own=cells[chosen.cell].answers == name)
    return [_piece(cells[number], number, kept) for number in sorted({each.cell for each in kept})]


def _closure(statements: list[_Statement], chosen: _Statement, name: str, *, own: bool) -> list[_Statement]:
    """Return what `chosen` leans on; of its own solution cell everything but bare expressions and imports of others.

    A name that its cell binds is bound there and nowhere else: a later cell may use it for something of its own.
    """
    bound_here = {bound for each in statements if each.cell == chosen.cell for bound in each.binds}
    usable = [
        each for each in statements if each.cell == chosen.cell or not (name in each.binds or each.binds <= bound_here)
    ]
    kept = {id(chosen)}
    wanted = set(chosen.uses)
    if own:
        kept |= {id(each) for each in usable if each.cell == chosen.cell}
        wanted |= {use for each in usable if each.cell == chosen.cell for use in each.uses}
    else:
        wanted.add(name)
    grown = True
    while grown:
        more = [each for each in usable if id(each) not in kept and (each.binds & wanted or "*" in each.binds)]
        kept |= {id(each) for each in more}
        wanted |= {use for each in more for use in each.uses}
        grown = bool(more)
    return [each for each in usable if id(each) in kept]


@lru_cache(maxsize=256)
def _statements(cell: int, source: str) -> tuple[_Statement, ...]:
    return tuple(_read_statements(cell, source))


def _read_statements(cell: int, source: str) -> Iterator[_Statement]:
    for node in parsed(source) or ():
        if isinstance(node, ast.Expr):
            continue
        try:
            table = symtable.symtable(ast.unparse(node), "<cell>", "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # nested too deeply, or text that is none: Python could not run it either
        yield _Statement(cell, node, frozenset(_bound(node)), frozenset(_used(table)))


def _used(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names that a statement takes from outside itself."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _used(inner)


def parsed(source: str) -> list[ast.stmt] | None:
    """Return the statements of a cell, magics left out; `None` where it is not Python."""
    try:
        return ast.parse(_without_magics(source)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without_magics(source: str) -> str:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "\n".join(map(_without_magic, source.split("\n")))
    return source


def _without_magic(line: str) -> str:
    bare = line.strip()
    is_magic = bare.startswith(("%", "!")) or bare.endswith("?")
    return line[: len(line) - len(line.lstrip())] + "pass" if is_magic else line


def _bound(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds at the top level of its cell."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]
    else:
        inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt | ast.ExceptHandler)]
        for each in inner:
            yield from _bound(each)  # type: ignore[arg-type]  # a handler's body is read like a block's
        if not isinstance(node, ast.ExceptHandler):
            for name in ast.walk(node):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    yield name.id


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


def _piece(cell: Cell, number: int, kept: list[_Statement]) -> Piece:
    lines = _without_magics(cell.source).split("\n")
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
            ast.parse(_without_magics(cell.source), filename=cell.label)
