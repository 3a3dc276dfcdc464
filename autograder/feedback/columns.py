"""Text in columns: widths as a terminal shows them, where one character may take two places."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

WIDTH = 110  # places of a line


def padded(text: str, width: int) -> str:
    """Fill a text with blanks up to a width.

    Examples:
        >>> padded("目标", 6) + "|"
        '目标  |'
    """
    return text + " " * (width - cell_len(text))


def filled(pieces: Iterable[str], width: int, indent: int = 0) -> str:
    """Join pieces by blanks, with a new line where one would grow too long.

    Args:
        pieces: parts between which a line may end; none is cut.
        width: places of a line.
        indent: blanks before every line but the first.
    """
    lines: list[str] = []
    for piece in pieces:
        if lines and cell_len(lines[-1]) + 1 + cell_len(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(" " * indent * bool(lines) + piece)
    return "\n".join(lines)


def labelled(label: str, text: str, width: int) -> str:
    """Return a block: its label, and the text beside it; lines of the text stay lines."""
    lines = "\n".join(filled(line.split(" "), WIDTH - 2 - width) for line in text.splitlines())
    return beside(label, lines, width)


def beside(label: str, text: str, width: int) -> str:
    """Return a block: its label, and lines beside it that are not filled again."""
    return f"  {padded(label, width)}" + text.replace("\n", "\n" + " " * (2 + width))


def table(rows: Sequence[Sequence[str]]) -> str:
    """Lay out rows under one another, columns two places apart.

    Examples:
        >>> print(table([["#", "message"], ["10", "用户"], ["7", "tool a"]]))
        #   message
        10  用户
        7   tool a
    """
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(padded, row, widths)).rstrip() for row in rows)
