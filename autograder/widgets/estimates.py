"""`draw_estimates`: what your own estimate says of every kind of text, against the exact count."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from autograder.lab.samples import mean_error, sample_texts

WIDTH, ROW, TOP = 840, 19, 40  # pixels
LABELS, ZERO, SCALE = 160, 370, 190  # where the labels end and no error is; pixels of 100 percent
NUMBERS = 590  # where the numbers begin
ENOUGH = 0.2  # an error up to here is shaded as near enough

_STYLE = """
.ag-estimates { --ag-low: #b3261e; --ag-high: #0969da; --ag-near: rgba(110, 119, 129, 0.16); --ag-rule: #8b949e;
  color: var(--jp-content-font-color1, inherit); max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .ag-estimates { --ag-low: #ff8a80; --ag-high: #79b8ff; } }
[data-jp-theme-light="true"] .ag-estimates { --ag-low: #b3261e; --ag-high: #0969da; }
[data-jp-theme-light="false"] .ag-estimates { --ag-low: #ff8a80; --ag-high: #79b8ff; }
.ag-estimates text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor; }
.ag-estimates .ag-end { text-anchor: end; }
.ag-estimates .ag-mid { text-anchor: middle; }
.ag-estimates .ag-strong { font-weight: bold; }
.ag-estimates .ag-low { fill: var(--ag-low); }
.ag-estimates .ag-high { fill: none; stroke: var(--ag-high); stroke-width: 2; }
.ag-estimates .ag-near { fill: var(--ag-near); }
.ag-estimates line { stroke: var(--ag-rule); }
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was said of one kind of text.

    Attributes:
        kind: of the text.
        estimate: in tokens.
        exact: what it costs, above 0.
    """

    kind: str
    estimate: float
    exact: int

    @property
    def error(self) -> float:
        """How far off it is: -0.5 is half too low, 1 is twice too high."""
        return (self.estimate - self.exact) / self.exact

    @property
    def in_words(self) -> str:
        """Both numbers, the error, and whether it is below half.

        Examples:
            >>> Estimate("base64", 24, 60).in_words
            '24 for 60  -60 %  below half'
        """
        return f"{self.estimate:,.0f} for {self.exact:,}  {self.error * 100:+.0f} %" + "  below half" * (
            self.error < -0.5
        )


class EstimatesPicture:
    """A picture that a notebook shows; in a terminal it is a table.

    Attributes:
        name: of the estimate.
        estimates: one of each kind of text.
    """

    def __init__(self, name: str, estimates: Sequence[Estimate]) -> None:
        """Keep what is shown."""
        self.name = name
        self.estimates = tuple(estimates)

    @property
    def sentence(self) -> str:
        """The mean error, as one sentence."""
        mean = mean_error((each.estimate, each.exact) for each in self.estimates)
        low = sum(each.error < -0.5 for each in self.estimates)
        below = f"{low} of {len(self.estimates)} below half"
        return f"{self.name}: mean error {mean:.0%}, an undercount counted twice; {below}"

    def __repr__(self) -> str:
        width = max(len(each.kind) for each in self.estimates)
        return "\n".join([*(f"{each.kind:{width}}  {each.in_words}" for each in self.estimates), self.sentence])

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{estimates_svg(self.sentence, self.estimates)}"


def draw_estimates(estimate: Callable[[str], Any]) -> EstimatesPicture | None:
    """Draw what an estimate says of the lab's texts, one of each kind, against their exact counts.

    Args:
        estimate: your function: takes a text and returns a number of tokens.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where the function did not get through.

    Examples:
        >>> print(str(draw_estimates(len)).splitlines()[0])
        English prose          252 for 54  +367 %
    """
    if not callable(estimate):
        kind = type(estimate).__name__
        print(
            f"draw_estimates got something of type {kind}: give it a function, as in draw_estimates(estimate_tokens)."
        )
        return None
    name = getattr(estimate, "__name__", type(estimate).__name__).replace("<lambda>", "this estimate")
    made = []
    for sample in sample_texts():
        number, problem = _tried(estimate, sample.text)
        if problem:
            print(f"{name} {problem.format(kind=sample.kind)}")
            return None
        made.append(Estimate(sample.kind, number, sample.tokens))
    return EstimatesPicture(name, made)


def _tried(estimate: Callable[[str], Any], text: str) -> tuple[float, str]:
    """Return an estimate, and a sentence where it is none."""
    try:
        number = estimate(text)
    except NotImplementedError:
        return 0, "is not written yet."
    except Exception as error:
        said = str(error).replace("{", "{{").replace("}", "}}")
        return 0, f"raised {type(error).__name__} on {{kind}}: {said}"
    if type(number) not in (int, float):
        what = "None" if number is None else f"something of type {type(number).__name__}"
        return 0, f"returned {what} on {{kind}}, not a number."
    return min(max(number, -1e9), 1e9), ""


def estimates_svg(title: str, estimates: Sequence[Estimate]) -> str:
    """Return the picture: one row a kind; a full bar to the left is too low, an open one to the right too high."""
    height = TOP + ROW * len(estimates) + 8
    rows = "".join(piece for i, each in enumerate(estimates) for piece in _row(each, TOP + ROW * i))
    words = "; ".join(f"{each.kind} {each.in_words}" for each in estimates)
    return (
        f'<svg class="ag-estimates" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
        f'aria-label="{escape(f"{title}. {words}")}">{"".join(_axis(title, height))}{rows}</svg>'
    )


def _axis(title: str, height: int) -> Iterator[str]:
    yield f'<text class="ag-strong" x="0" y="13">{escape(title)}</text>'
    near = SCALE * ENOUGH
    yield f'<rect class="ag-near" x="{ZERO - near:g}" y="{TOP - 4}" width="{2 * near:g}" height="{height - TOP - 4}"/>'
    yield f'<line x1="{ZERO}" y1="{TOP - 4}" x2="{ZERO}" y2="{height - 8}"/>'
    for x, words in (
        (ZERO - SCALE, "-100 %"),
        (ZERO - SCALE / 2, "too low"),
        (ZERO, "exact"),
        (ZERO + SCALE / 2, "too high"),
    ):
        yield f'<text class="ag-mid" x="{x:g}" y="{TOP - 10}">{words}</text>'
    yield f'<text x="{NUMBERS}" y="{TOP - 10}">estimate for exact</text>'


def _row(each: Estimate, y: int) -> Iterator[str]:
    strong = ' class="ag-strong"' if each.error < -0.5 else ""
    yield f'<text class="ag-end" x="{LABELS}" y="{y + 12}">{escape(each.kind)}</text>'
    length = SCALE * min(1.0, abs(each.error))
    inside = max(0.0, length - 2)  # of an outline two pixels wide
    if each.error < 0:
        yield f'<rect class="ag-low" x="{ZERO - length:.1f}" y="{y + 2}" width="{length:.1f}" height="{ROW - 6}"/>'
    elif each.error > 0:
        yield f'<rect class="ag-high" x="{ZERO + 1}" y="{y + 3}" width="{inside:.1f}" height="{ROW - 8}"/>'
    if abs(each.error) > 1:
        side, sign = (1, "›") if each.error > 0 else (-1, "‹")
        yield f'<text class="ag-mid" x="{ZERO + side * (SCALE + 8)}" y="{y + 12}">{sign}</text>'
    yield f'<text{strong} x="{NUMBERS}" y="{y + 12}">{escape(each.in_words)}</text>'
