"""`draw_prefix`: two requests one above the other, with the front that a cache can read again, by your own function."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from autograder.lab.messages import Message, serialize
from autograder.widgets.cuts import shared_front
from autograder.widgets.trying import name_of, tried

WIDTH, ROW, TOP = 840, 62, 56  # pixels
LEFT, BAR = 74, 740  # where a bar begins, and the length of the longer one
AROUND = 44  # characters shown where the two part

_STYLE = """
.ag-prefix { --ag-same: #0969da; --ag-new: #b3261e; --ag-dim: #6e7781;
  color: var(--jp-content-font-color1, inherit); max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .ag-prefix { --ag-same: #79b8ff; --ag-new: #ff8a80; --ag-dim: #9198a1; } }
[data-jp-theme-light="true"] .ag-prefix { --ag-same: #0969da; --ag-new: #b3261e; --ag-dim: #6e7781; }
[data-jp-theme-light="false"] .ag-prefix { --ag-same: #79b8ff; --ag-new: #ff8a80; --ag-dim: #9198a1; }
.ag-prefix text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor; }
.ag-prefix .ag-text { font-family: var(--jp-code-font-family, ui-monospace, monospace); white-space: pre; }
.ag-prefix .ag-strong { font-weight: bold; }
.ag-prefix .ag-end { text-anchor: end; }
.ag-prefix .ag-dim { fill: var(--ag-dim); }
.ag-prefix .ag-same { fill: var(--ag-same); }
.ag-prefix .ag-new { fill: none; stroke: var(--ag-new); stroke-width: 1.5; stroke-dasharray: 4 3; }
.ag-prefix line { stroke: currentColor; stroke-width: 2; }
"""


@dataclass(frozen=True, slots=True)
class Fronts:
    """Two requests as texts, and what a function says of their common front.

    Attributes:
        name: of the function.
        before: the first request.
        after: the next one.
        shared: what the function says of the two, in tokens.
        whole: what it says of the next one and itself.
    """

    name: str
    before: str
    after: str
    shared: int
    whole: int

    @property
    def place(self) -> int:
        """Where the two part, in characters."""
        return shared_front(self.before, self.after)

    @property
    def sentence(self) -> str:
        """What a cache can read again."""
        percent = 100 * self.shared // self.whole if self.whole else 0
        return f"{self.name}: {self.shared:,} of {self.whole:,} tokens were sent before, {percent} %"

    def around(self, text: str) -> str:
        """Return a piece of a text on one line, with a stroke where the two part."""
        if self.before == self.after:
            return "(the same to the end)"
        start, end = max(0, self.place - AROUND // 2), self.place + AROUND // 2
        front = ("…" if start else "") + text[start : self.place]
        return f"{front}│{text[self.place : end]}{'…' if end < len(text) else ''}".replace("\n", "⏎")


class PrefixPicture:
    """A picture that a notebook shows; in a terminal it is its sentence and the two texts where they part."""

    def __init__(self, fronts: Fronts) -> None:
        """Keep what is shown."""
        self.fronts = fronts

    def __repr__(self) -> str:
        it = self.fronts
        return f"{it.sentence}\nbefore  {it.around(it.before)}\nnext    {it.around(it.after)}"

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{prefix_svg(self.fronts)}"


def draw_prefix(
    function: Callable[..., Any], before: Sequence[Message], after: Sequence[Message]
) -> PrefixPicture | None:
    """Draw two requests, and how much of the second a cache can read again.

    Args:
        function: yours, as `shared_prefix`: takes two histories and returns a number of tokens.
        before: what was sent first.
        after: what is sent next.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where the function did not get through.

    Examples:
        >>> from autograder.lab import user
        >>> def characters(before, after):
        ...     return sum(one == other for one, other in zip(serialize(before), serialize(after)))
        >>> draw_prefix(characters, [user("read a.md")], [user("read b.md")])
        characters: 14 of 15 tokens were sent before, 93 %
        before  user:read │a.md⏎
        next    user:read │b.md⏎
    """
    numbers: list[int] = []
    for pair in ((before, after), (after, after)):
        answer, problem = tried(function, *map(list, pair))
        if not problem and type(answer) is not int:
            problem = f"returned something of type {type(answer).__name__}, not a whole number"
        if problem:
            print(f"{name_of(function)} {problem}.")
            return None
        numbers.append(answer)
    return PrefixPicture(Fronts(name_of(function), serialize(before), serialize(after), *numbers))


def prefix_svg(fronts: Fronts) -> str:
    """Return the two bars: full is the common front, dashed what is new; the texts stand where they part."""
    height = TOP + 2 * ROW
    scale = BAR / max(1, len(fronts.before), len(fronts.after))
    rows = "".join(
        piece
        for i, (label, text) in enumerate((("before", fronts.before), ("next", fronts.after)))
        for piece in _row(label, text, fronts, TOP + ROW * i, scale)
    )
    return (
        f'<svg class="ag-prefix" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
        f'aria-label="{escape(fronts.sentence)}">'
        f'<text class="ag-strong" x="0" y="13">{escape(fronts.sentence)}</text>'
        f'<text class="ag-dim" x="0" y="32">full: the same from the start · dashed: from the first difference on</text>'
        f"{rows}</svg>"
    )


def _row(label: str, text: str, fronts: Fronts, y: int, scale: float) -> Iterator[str]:
    same, length = fronts.place * scale, len(text) * scale
    rest = max(0.0, length - same - 2)  # an outline of nearly two pixels
    yield f'<text class="ag-end" x="{LEFT - 8}" y="{y + 14}">{label}</text>'
    yield f'<rect class="ag-same" x="{LEFT}" y="{y}" width="{same:.1f}" height="20"/>'
    yield f'<rect class="ag-new" x="{LEFT + same + 1:.1f}" y="{y + 1}" width="{rest:.1f}" height="18"/>'
    yield f'<line x1="{LEFT + same:.1f}" y1="{y - 5}" x2="{LEFT + same:.1f}" y2="{y + 25}"/>'
    yield f'<text class="ag-text" x="{LEFT}" y="{y + 40}">{escape(fronts.around(text))}</text>'
