"""`draw_cuts`: what your own function keeps of a long text, as a bar."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from autograder.lab.tokens import count_tokens
from autograder.widgets.trying import name_of, tried

WIDTH, ROW, TOP = 840, 46, 34  # pixels
LEFT, BAR = 150, 430  # where a bar begins, and its length

_STYLE = """
.ag-cuts { --ag-kept: #0969da; --ag-gone: #6e7781; --ag-bad: #b3261e;
  color: var(--jp-content-font-color1, inherit); max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .ag-cuts { --ag-kept: #79b8ff; --ag-gone: #9198a1; --ag-bad: #ff8a80; } }
[data-jp-theme-light="true"] .ag-cuts { --ag-kept: #0969da; --ag-gone: #6e7781; --ag-bad: #b3261e; }
[data-jp-theme-light="false"] .ag-cuts { --ag-kept: #79b8ff; --ag-gone: #9198a1; --ag-bad: #ff8a80; }
.ag-cuts text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor; }
.ag-cuts .ag-mid { text-anchor: middle; }
.ag-cuts .ag-end { text-anchor: end; }
.ag-cuts .ag-strong { font-weight: bold; }
.ag-cuts .ag-glyph { font-size: 20px; text-anchor: middle; }
.ag-cuts .ag-dim { fill: var(--ag-gone); }
.ag-cuts .ag-kept { fill: var(--ag-kept); }
.ag-cuts .ag-cell { fill: none; stroke: var(--ag-kept); stroke-width: 2; }
.ag-cuts .ag-gone { fill: none; stroke: var(--ag-gone); stroke-dasharray: 3 3; }
.ag-cuts .ag-found { stroke: currentColor; stroke-width: 2; }
.ag-cuts .ag-lost { stroke: var(--ag-bad); stroke-width: 2; stroke-dasharray: 2 2; }
.ag-cuts .ag-joined { fill: none; stroke: currentColor; stroke-width: 1.5; }
.ag-cuts .ag-broken { stroke: var(--ag-bad); stroke-width: 2.5; stroke-dasharray: 4 3; }
"""


@dataclass(frozen=True, slots=True)
class Cut:
    """What one function made of a text.

    Attributes:
        name: of the function.
        text: what it was given.
        answer: what it returned.
    """

    name: str
    text: str
    answer: str

    @property
    def front(self) -> int:
        """How many characters of the text's front the answer begins with."""
        return shared_front(self.text, self.answer)

    @property
    def end(self) -> int:
        """How many characters of the text's end the answer ends with, its front left aside."""
        rest, text = self.answer[self.front :], self.text[self.front :]
        return shared_front(rest[::-1], text[::-1])

    def keeps(self, phrase: str) -> bool:
        """Whether a phrase of the text is still there."""
        return phrase in self.answer


def shared_front(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their front.

    Examples:
        >>> shared_front("at 09:01", "at 09:02"), shared_front("a", ""), shared_front("ab", "abc")
        (7, 0, 2)
    """
    front, limit = 0, min(len(one), len(other))
    while front < limit:  # by halves, as comparing long pieces is quicker than comparing characters
        middle = (front + limit + 1) // 2
        front, limit = (middle, limit) if one[front:middle] == other[front:middle] else (front, middle - 1)
    return front


class Picture:
    """A picture that a notebook shows; in a terminal it is text.

    Attributes:
        svg: the drawing.
        words: what it says, line by line.
    """

    def __init__(self, svg: str, words: Sequence[str]) -> None:
        """Keep both."""
        self.svg, self.words = svg, tuple(words)

    def __repr__(self) -> str:
        return "\n".join(self.words)

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{self.svg}"


def draw_cuts(
    *functions: Callable[..., Any],
    text: str,
    max_length: int,
    look_for: Sequence[str] = (),
    count: Callable[[str], int] = count_tokens,
    **arguments: Any,
) -> Picture | None:
    """Cut one text with one or more functions, and draw what each of them keeps.

    Args:
        functions: yours; each takes a text and max_length, and returns a text.
        text: what is cut.
        max_length: in characters.
        look_for: phrases of the text; the picture says which of them are still there.
        count: counts the tokens of a text; exactly, where it is left out.
        arguments: further arguments for your functions, such as marker.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where a function did not get through.

    Examples:
        >>> front = lambda text, max_length: text[:max_length]
        >>> draw_cuts(front, text="one two three", max_length=7, look_for=["three"])
        this function: 7 of 13 characters, 2 of 3 tokens; lost: 'three'
    """
    cuts = []
    for function in functions:
        answer, problem = cut_by(function, text, max_length, arguments)
        if problem:
            print(f"{name_of(function)} {problem}.")
            return None
        cuts.append(Cut(name_of(function), text, answer))
    if not cuts:
        print("draw_cuts got no function: give it at least one, as in draw_cuts(truncate, text=log, max_length=800).")
        return None
    words = [_words(cut, look_for, count) for cut in cuts]
    return Picture(cuts_svg(cuts, words, look_for), words)


def cut_by(function: Any, text: str, max_length: int, arguments: dict[str, Any]) -> tuple[str, str]:
    """Return what a function makes of a text, and what to say after its name where that is no text."""
    answer, problem = tried(function, text, max_length, **arguments)
    if not problem and type(answer) is not str:
        problem = "returned None" if answer is None else f"returned something of type {type(answer).__name__}"
        problem += ", not a text"
    return answer, problem


def _words(cut: Cut, look_for: Sequence[str], count: Callable[[str], int]) -> str:
    sizes = f"{len(cut.answer):,} of {len(cut.text):,} characters, {count(cut.answer):,} of {count(cut.text):,} tokens"
    lost = ", ".join(map(repr, (each for each in look_for if not cut.keeps(each))))
    return f"{cut.name}: {sizes}" + (f"; lost: {lost}" if lost else "; nothing looked for is lost" if look_for else "")


def cuts_svg(cuts: Sequence[Cut], words: Sequence[str], look_for: Sequence[str]) -> str:
    """Return the bars: what stays is full, what goes is dashed; phrases are lines, whole or broken."""
    height = TOP + ROW * len(cuts)
    rows = "".join(piece for i, cut in enumerate(cuts) for piece in _bar(cut, words[i], TOP + ROW * i, look_for))
    legend = "full: kept · dashed: gone" + (
        " · line: a phrase you looked for, dashed where it is lost" if look_for else ""
    )
    label = escape("; ".join(words))
    return (
        f'<svg class="ag-cuts" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
        f'aria-label="{label}"><text class="ag-dim" x="{LEFT}" y="13">{legend}</text>{rows}</svg>'
    )


def _bar(cut: Cut, words: str, y: int, look_for: Sequence[str]) -> Iterator[str]:
    scale = BAR / max(1, len(cut.text))
    front, end = cut.front * scale, cut.end * scale
    yield f'<text class="ag-end ag-strong" x="{LEFT - 10}" y="{y + 13}">{escape(cut.name)}</text>'
    yield f'<rect class="ag-gone" x="{LEFT}" y="{y}" width="{BAR}" height="18"/>'
    yield f'<rect class="ag-kept" x="{LEFT}" y="{y}" width="{front:.1f}" height="18"/>'
    yield f'<rect class="ag-kept" x="{LEFT + BAR - end:.1f}" y="{y}" width="{end:.1f}" height="18"/>'
    for phrase in look_for:
        x = LEFT + scale * max(0, cut.text.find(phrase))
        kind = "ag-found" if cut.keeps(phrase) else "ag-lost"
        yield f'<line class="{kind}" x1="{x:.1f}" y1="{y - 4}" x2="{x:.1f}" y2="{y + 22}"/>'
    yield f'<text x="{LEFT}" y="{y + 35}">{escape(words.partition(": ")[2])}</text>'
