"""`draw_code_points`: what your own function keeps of a short text, code point by code point."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from autograder.widgets.cuts import WIDTH, Cut, Picture, cut_by
from autograder.widgets.trying import name_of

CELL, TOP, MOST_CELLS = 46, 40, 40  # pixels of a cell and above it; code points that are drawn
JOINER = "\N{ZERO WIDTH JOINER}"


def draw_code_points(function: Callable[..., Any], text: str, max_length: int, **arguments: Any) -> Picture | None:
    """Cut a short text with your function, and draw which code points it keeps, and what they belong to.

    Args:
        function: yours; takes a text and max_length, and returns a text.
        text: what is cut; of a longer one the first 40 code points are drawn.
        max_length: in characters.
        arguments: further arguments for your function, such as marker.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where the function did not get through.

    Examples:
        >>> draw_code_points(lambda text, max_length: text[:max_length], "in 🇨🇳", 4)
        4 of 5 code points stay: 'in 🇨'
        the cut is inside 🇨🇳: 1 of its 2 code points stay
    """
    answer, problem = cut_by(function, text, max_length, arguments)
    if problem:
        print(f"{name_of(function)} {problem}.")
        return None
    cut = Cut(name_of(function), text, answer)
    words = [f"{cut.front + cut.end} of {len(text)} code points stay: {answer!r}", *_splits(cut)]
    return Picture(code_points_svg(cut, words), words)


def _splits(cut: Cut) -> Iterator[str]:
    for start, end in clusters(cut.text):
        stay = sum(_stays(cut, i) for i in range(start, end))
        if 0 < stay < end - start:
            yield f"the cut is inside {cut.text[start:end]}: {stay} of its {end - start} code points stay"


def _stays(cut: Cut, index: int) -> bool:
    return index < cut.front or index >= len(cut.text) - cut.end


def clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each character that a reader sees begins and ends: families, flags and marks are one.

    Examples:
        >>> [end - start for start, end in clusters("a👨‍👩‍👧🇨🇳🇫🇷👍🏽")]
        [1, 5, 2, 2, 2]
    """
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not _joins(text, start, index):
            yield start, index
            start = index


def _joins(text: str, start: int, index: int) -> bool:
    """Say whether the code point at an index belongs to the character that began at `start`."""
    this, before = text[index], text[index - 1]
    if unicodedata.category(this) in ("Mn", "Me") or JOINER in (this, before) or "🏻" <= this <= "🏿":
        return True
    return _is_flag_letter(this) and index - start == 1 and _is_flag_letter(before)


def _is_flag_letter(character: str) -> bool:
    return "🇦" <= character <= "🇿"


def code_points_svg(cut: Cut, words: Sequence[str]) -> str:
    """Return a cell for each code point, and a bracket under those that a reader sees as one."""
    shown = cut.text[:MOST_CELLS]
    width, height = max(WIDTH, 10 + CELL * len(shown)), TOP + 100
    parts = [_line(each, 13 + 15 * i) for i, each in enumerate(words[:2])]
    parts += [piece for i, character in enumerate(shown) for piece in _cell(character, i, stays=_stays(cut, i))]
    for start, end in clusters(shown):
        if end - start > 1:
            stay = sum(_stays(cut, i) for i in range(start, end))
            parts.append(_bracket(start, end, whole=stay in (0, end - start)))
    label = escape("; ".join(words))
    return (
        f'<svg class="ag-cuts" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _line(words: str, y: int) -> str:
    return f'<text class="ag-strong" x="4" y="{y}">{escape(_encodable(words))}</text>'


def _cell(character: str, index: int, *, stays: bool) -> Iterator[str]:
    x = 4 + CELL * index
    kind = "ag-cell" if stays else "ag-gone"
    yield f'<rect class="{kind}" x="{x}" y="{TOP}" width="{CELL - 6}" height="34"/>'
    size = "ag-mid" if character == JOINER else "ag-glyph"
    yield f'<text class="{size}" x="{x + CELL / 2 - 3:g}" y="{TOP + 24}">{escape(_glyph(character))}</text>'
    dim = "" if stays else " ag-dim"
    for y, words in ((TOP + 50, f"{ord(character):04X}"), (TOP + 65, "kept" if stays else "gone")):
        yield f'<text class="ag-mid{dim}" x="{x + CELL / 2 - 3:g}" y="{y}">{words}</text>'


def _glyph(character: str) -> str:
    """Return what a cell shows for a code point that cannot be seen, or not alone."""
    if unicodedata.combining(character):
        return "◌" + character
    return {JOINER: "ZWJ", " ": "␣", "\n": "⏎"}.get(character, _encodable(character))


def _encodable(text: str) -> str:
    """Return a text as it can be shown: a lone surrogate has no glyph."""
    return text.encode("utf-8", "replace").decode()


def _bracket(start: int, end: int, *, whole: bool) -> str:
    left, right, y = 4 + CELL * start, CELL * end - 2, TOP + 74
    kind = "ag-joined" if whole else "ag-joined ag-broken"
    words = "one character" if whole else "cut apart"
    path = f'<path class="{kind}" d="M{left} {y} v6 H{right} v-6"/>'
    return f'{path}<text class="ag-mid" x="{(left + right) / 2:g}" y="{y + 20}">{words}</text>'
