"""`draw_decay`: what can still be named round after round, run beside run, as squares."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

Rounds = Sequence[Sequence[bool]]
"""For each round, oldest first: whether each thing that was met so far can still be named, in the order of meeting."""

CELL, GAP = 15, 3  # pixels of a square, and between two
LEFT, TOP, BETWEEN = 34, 62, 46  # pixels: room for the rounds' numbers, for the titles, and between two runs
NARROWEST = 330  # pixels of a run, so that its title has room

_STYLE = """
.ag-decay { --ag-kept: #0969da; --ag-lost: #b3261e; --ag-dim: #6e7781;
  color: var(--jp-content-font-color1, inherit); max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .ag-decay { --ag-kept: #79b8ff; --ag-lost: #ff8a80; --ag-dim: #9198a1; } }
[data-jp-theme-light="true"] .ag-decay { --ag-kept: #0969da; --ag-lost: #b3261e; --ag-dim: #6e7781; }
[data-jp-theme-light="false"] .ag-decay { --ag-kept: #79b8ff; --ag-lost: #ff8a80; --ag-dim: #9198a1; }
.ag-decay text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor; }
.ag-decay .ag-strong { font-weight: bold; }
.ag-decay .ag-dim { fill: var(--ag-dim); }
.ag-decay .ag-end { text-anchor: end; }
.ag-decay .ag-kept { fill: var(--ag-kept); }
.ag-decay .ag-lost { fill: none; stroke: var(--ag-lost); stroke-width: 1.5; stroke-dasharray: 2 2; }
"""


class DecayPicture:
    """A picture that a notebook shows; in a terminal it is a line for each run.

    Attributes:
        runs: the rounds of each run, by its name.
        things: what is counted, in the plural.
    """

    def __init__(self, runs: Mapping[str, Rounds], things: str) -> None:
        """Keep what is shown."""
        self.runs = {name: [[bool(each) for each in met] for met in rounds] for name, rounds in runs.items()}
        self.things = things

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {', '.join(map(_share, rounds))}" for name, rounds in self.runs.items())

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{decay_svg(self.runs, self.things)}"


def draw_decay(things: str = "files", **runs: Rounds) -> DecayPicture | None:
    """Draw what can still be named, round after round.

    Args:
        things: what is counted, in the plural.
        runs: each by the name it is shown under, an underscore for a blank: for each round a list that says of each
            thing met so far, oldest first, whether it can still be named.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where a run is not a list of lists.

    Examples:
        >>> draw_decay(summary_only=[[True], [False, True]], with_notes=[[True], [True, True]])
        summary only: 1 of 1, 1 of 2
        with notes: 1 of 1, 2 of 2
    """
    if not runs:
        print("draw_decay got no run: give it at least one, as in draw_decay(summary_only=[[True], [False, True]]).")
        return None
    for name, rounds in runs.items():
        if not isinstance(rounds, list) or not all(isinstance(met, list) for met in rounds):
            print(f"{name} is no list of lists: for each round, a list that says of each thing whether it is named.")
            return None
    return DecayPicture({name.replace("_", " "): rounds for name, rounds in runs.items()}, things)


def _share(met: Sequence[bool]) -> str:
    return f"{sum(met)} of {len(met)}"


def decay_svg(runs: Mapping[str, Rounds], things: str) -> str:
    """Return the squares: one row a round, one column a thing; full can be named, dashed is lost."""
    most = max((len(met) for rounds in runs.values() for met in rounds), default=0)
    count = max(map(len, runs.values()), default=0)
    step = max(NARROWEST, LEFT + most * (CELL + GAP)) + BETWEEN
    width, height = step * len(runs), TOP + count * (CELL + GAP) + 6
    panels = "".join(
        piece for i, (name, rounds) in enumerate(runs.items()) for piece in _panel(name, rounds, i * step, things)
    )
    legend = f"a row for each round, a square for each of the {things} read · full: still named · dashed: lost"
    words = "; ".join(f"{name}: {', '.join(map(_share, rounds))}" for name, rounds in runs.items())
    return (
        f'<svg class="ag-decay" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(words)}"><text class="ag-dim" x="0" y="13">{escape(legend)}</text>{panels}</svg>'
    )


def _panel(name: str, rounds: Rounds, x: int, things: str) -> Iterator[str]:
    end = f": {_share(rounds[-1])} {things} still named at the end" if rounds else ""
    yield f'<text class="ag-strong" x="{x}" y="38">{escape(name + end)}</text>'
    for row, met in enumerate(rounds):
        y = TOP + row * (CELL + GAP)
        yield f'<text class="ag-end ag-dim" x="{x + LEFT - 8}" y="{y + 12}">{row + 1}</text>'
        for column, is_named in enumerate(met):
            kind, inset = ("ag-kept", 0) if is_named else ("ag-lost", 1)
            place = f'x="{x + LEFT + column * (CELL + GAP) + inset}" y="{y + inset}"'
            yield f'<rect class="{kind}" {place} width="{CELL - 2 * inset}" height="{CELL - 2 * inset}"/>'
