"""Charts of numbers that the book computes: SVG in the page's colours, lines told apart by dashes and labels."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, log10

WIDTH, HEIGHT = 720, 300  # pixels
LEFT, RIGHT, TOP, FOOT = 64, 150, 28, 40  # pixels around the lines; labels stand at the right
LABEL = 16  # pixels between labels
DASHES = ("", "7 4", "2 3", "10 3 2 3", "4 2")


class Lines:
    """One line for each name, with its name at its end; a line that stops early ends with a cross.

    Attributes:
        title: what is drawn, as a sentence; read to whoever cannot see it.
        lines: by name, a number for each step from 1 on.
        across: what a step is.
        up: what the numbers are.
        limit: a name and a number to draw a line at, or `None`.
    """

    def __init__(
        self,
        title: str,
        lines: Mapping[str, Sequence[float]],
        *,
        across: str = "round",
        up: str = "tokens",
        limit: tuple[str, float] | None = None,
    ) -> None:
        """Keep them."""
        self.title = title
        self.lines = {name: list(numbers) for name, numbers in lines.items()}
        self.across = across
        self.up = up
        self.limit = limit

    def _repr_html_(self) -> str:
        steps = max(map(len, self.lines.values()))
        most = max(*map(max, self.lines.values()), self.limit[1] if self.limit else 0)
        top, ticks = _ticks(most)
        place = _Place(steps, top)
        parts = [*_axes(self, place, steps, ticks), *_limit(self, place), *_drawn(self.lines, place)]
        return (
            f'<svg class="book-chart" role="img" aria-label="{escape(self.title)}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}"><title>{escape(self.title)}</title>{"".join(parts)}</svg>'
        )


class _Place:
    """Where a number stands on the picture."""

    def __init__(self, steps: int, top: float) -> None:
        self.steps, self.top = steps, top

    def x(self, step: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (step - 1) / max(1, self.steps - 1)

    def y(self, number: float) -> float:
        return TOP + (HEIGHT - TOP - FOOT) * (1 - number / self.top)


def _ticks(most: float) -> tuple[float, list[float]]:
    """Return a round number that is not below the largest, and the ticks up to it.

    Examples:
        >>> _ticks(10_773)
        (12000.0, [0.0, 2000.0, 4000.0, 6000.0, 8000.0, 10000.0, 12000.0])
    """
    unit = 10.0 ** int(log10(most))
    step = next(size * unit for size in (0.1, 0.2, 0.5, 1.0, 2.0) if most / (size * unit) <= 6)
    count = ceil(most / step)
    return count * step, [step * number for number in range(count + 1)]


def _axes(chart: Lines, place: _Place, steps: int, ticks: Sequence[float]) -> Iterator[str]:
    for tick in ticks:
        yield f'<path class="book-grid" d="M{LEFT} {place.y(tick):.1f}H{WIDTH - RIGHT}"/>'
        yield f'<text class="book-end" x="{LEFT - 6}" y="{place.y(tick) + 4:.1f}">{tick:,g}</text>'.replace("e+0", "e")
    between = range(5, steps - steps // 12, max(5, steps // 20 * 5)) if steps > 6 else range(2, steps)
    for step in (1, *between, steps):
        yield f'<text class="book-mid" x="{place.x(step):.1f}" y="{HEIGHT - FOOT + 16}">{step}</text>'
    yield f'<text class="book-mid" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}">{escape(chart.across)}</text>'
    yield f'<text x="4" y="{TOP - 14}">{escape(chart.up)}</text>'


def _limit(chart: Lines, place: _Place) -> Iterator[str]:
    if chart.limit is not None:
        name, number = chart.limit
        yield f'<path class="book-limit" d="M{LEFT} {place.y(number):.1f}H{WIDTH - RIGHT}"/>'
        yield f'<text x="{LEFT + 6}" y="{place.y(number) - 5:.1f}">{escape(name)} {number:,}</text>'


def _drawn(lines: Mapping[str, Sequence[float]], place: _Place) -> Iterator[str]:
    free = float("inf")
    ends = sorted(lines.items(), key=lambda item: -item[1][-1])
    heights: dict[str, float] = {}
    for name, numbers in reversed(ends):  # from the bottom up, so that labels do not meet
        heights[name] = min(place.y(numbers[-1]) + 4, free)
        free = heights[name] - LABEL
    for number, (name, numbers) in enumerate(lines.items()):
        points = " ".join(f"{place.x(i):.1f},{place.y(each):.1f}" for i, each in enumerate(numbers, 1))
        dash = DASHES[number % len(DASHES)]
        x, y = place.x(len(numbers)), place.y(numbers[-1])
        yield f'<polyline class="book-series book-series-{number}" stroke-dasharray="{dash}" points="{points}"/>'
        if len(numbers) < place.steps:
            yield f'<path class="book-series book-series-{number}" d="M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"/>'
        label = x + 10 if len(numbers) < place.steps else WIDTH - RIGHT + 8
        yield f'<text class="book-series-name-{number}" x="{label:.1f}" y="{heights[name]:.1f}">{escape(name)}</text>'
