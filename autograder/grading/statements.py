"""The statements of a notebook's cells: the names that each binds, and those that it takes from elsewhere."""

import ast
import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement at the top level of a cell.

    Attributes:
        cell: the cell's number.
        node: the statement.
        binds: the names it binds there, with 2 for a definition or an import, 1 for a value, 0 within a loop or `with`.
        uses: the names it takes from outside itself.
    """

    cell: int
    node: ast.stmt
    binds: dict[str, int]
    uses: frozenset[str]


@lru_cache(maxsize=8192)  # more cells than a notebook has, or each function would read them all anew
def statements_of(cell: int, source: str) -> tuple[Statement, ...]:
    """Return a cell's statements without bare expressions; none where it is not Python."""
    return tuple(_read(cell, source))


def _read(cell: int, source: str) -> Iterator[Statement]:
    for node in parsed(source) or ():
        if isinstance(node, ast.Expr):
            continue
        try:
            table = symtable.symtable(ast.unparse(node), "<cell>", "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # nested too deeply, or text that is none: Python could not run it either
        yield Statement(cell, node, dict(_bound(node)), frozenset(_used(table)))


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
        return ast.parse(without_magics(source)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def without_magics(source: str) -> str:
    """Return a cell's source with `pass` in place of magics, where it is not Python without that."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "\n".join(map(_without_magic, source.split("\n")))
    return source


def _without_magic(line: str) -> str:
    bare = line.strip()
    is_magic = bare.startswith(("%", "!")) or bare.endswith("?")
    return line[: len(line) - len(line.lstrip())] + "pass" if is_magic else line


def _bound(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names that a statement binds at the top level of its cell, each with how much that counts, most last.

    2 is a definition or an import, 1 any other value, 0 whatever a loop or a `with` binds.
    """
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name, 2
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], 2
    else:
        inside = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt | ast.ExceptHandler)]
        found = [each for inner in inside for each in _bound(inner)]
        if not isinstance(node, ast.ExceptHandler):
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            found += [(each.id, 1) for each in names if isinstance(each.ctx, ast.Store)]
        runs = isinstance(node, ast.For | ast.AsyncFor | ast.While | ast.With | ast.AsyncWith)
        yield from ((name, 0 if runs else rank) for name, rank in sorted(found, key=itemgetter(1)))
