"""Pictures of the tour: a prediction to commit to before the answer shows, and the bill of one or more runs."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from autograder.lab.playing import Run

WIDTH, LANE, TOP = 840, 150, 26  # pixels; the height of a run's bars, and of its title
LEFT, BAR = 64, 34  # pixels; where the first bar begins, and the most that a bar and its gap take

_STYLE = """
.ag-tour { --ag-full: #0969da; --ag-part: #0969da; --ag-bad: #b3261e; --ag-good: #1a7f37; --ag-rule: #8b949e;
  color: var(--jp-content-font-color1, inherit); font: 14px/1.5 var(--jp-ui-font-family, system-ui, sans-serif); }
@media (prefers-color-scheme: dark) { .ag-tour { --ag-full: #79b8ff; --ag-part: #79b8ff; --ag-bad: #ff8a80;
  --ag-good: #57c26d; } }
[data-jp-theme-light="true"] .ag-tour { --ag-full: #0969da; --ag-part: #0969da; --ag-bad: #b3261e;
  --ag-good: #1a7f37; }
[data-jp-theme-light="false"] .ag-tour { --ag-full: #79b8ff; --ag-part: #79b8ff; --ag-bad: #ff8a80;
  --ag-good: #57c26d; }
.ag-tour svg { max-width: 100%; height: auto; display: block; }
.ag-tour text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor; }
.ag-tour .ag-end { text-anchor: end; }
.ag-tour .ag-mid { text-anchor: middle; }
.ag-tour .ag-strong { font-weight: bold; }
.ag-tour .ag-full { fill: var(--ag-full); }
.ag-tour .ag-part { fill: none; stroke: var(--ag-part); stroke-width: 1.5; stroke-dasharray: 3 2; }
.ag-tour .ag-died { stroke: var(--ag-bad); stroke-width: 2.5; fill: none; }
.ag-tour line { stroke: var(--ag-rule); }
.ag-tour fieldset { border: 1px solid var(--ag-rule); border-radius: 6px; padding: 8px 14px; max-width: 760px; }
.ag-tour legend { font-weight: bold; padding: 0 6px; }
.ag-tour label { display: block; padding: 2px 0; cursor: pointer; }
.ag-tour fieldset:has(input:checked) label:not(:has(input:checked)) { opacity: 0.45; pointer-events: none; }
.ag-tour .ag-answer { display: none; border-left: 3px solid var(--ag-rule); padding-left: 10px; margin: 8px 0 4px; }
.ag-tour .ag-right { border-color: var(--ag-good); }
"""


class Prediction:
    """A question that a notebook shows with its choices; the answer shows once one of them is chosen.

    Attributes:
        question: what is asked.
        choices: what may be chosen.
        answer: the right one of them.
        because: what there is to say about it.
    """

    def __init__(self, question: str, choices: Sequence[str], answer: str, because: str) -> None:
        """Keep the question and its answer."""
        self.question, self.choices, self.answer, self.because = question, tuple(choices), answer, because

    def __repr__(self) -> str:
        choices = "".join(f"\n  ( ) {each}" for each in self.choices)
        return f"{self.question}{choices}\nThe answer shows where a choice can be clicked."

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{prediction_html(self)}"


def predict(question: str, choices: Sequence[Any], answer: Any, because: str) -> Prediction:
    """Ask for a prediction before the answer is shown.

    Args:
        question: what is asked.
        choices: what may be chosen, two or more; each is shown as its text.
        answer: the right one of them.
        because: what there is to say about it, a sentence or two.

    Returns:
        The question; a notebook shows it.

    Raises:
        ValueError: the answer is none of the choices.

    Examples:
        >>> predict("How many?", [1, 2], answer=2, because="One more than one.")
        How many?
          ( ) 1
          ( ) 2
        The answer shows where a choice can be clicked.
    """
    texts = [str(each) for each in choices]
    if str(answer) not in texts:
        raise ValueError(f"answer is {answer!r}: it must be one of the choices {', '.join(texts)}.")
    return Prediction(question, texts, str(answer), because)


def prediction_html(prediction: Prediction) -> str:
    """Return a question with its choices; a click is final, and shows what there is to say to it."""
    name = "ag" + sha256(repr(vars(prediction)).encode()).hexdigest()[:12]
    labels, answers, rules = "", "", ""
    for i, choice in enumerate(prediction.choices):
        is_right = choice == prediction.answer
        said = f"You said {choice}, and so it is." if is_right else f"You said {choice}. It is {prediction.answer}."
        labels += f'<label><input type="radio" name="{name}" class="ag-pick{i}"> {escape(choice)}</label>'
        kind = "ag-answer ag-right" if is_right else "ag-answer"
        answers += (
            f'<p class="{kind} ag-answer{i}" style="display: none">'
            f"<strong>{'✓ ' if is_right else ''}{escape(said)}</strong> {escape(prediction.because)}</p>"
        )
        rules += f".{name}:has(.ag-pick{i}:checked) .ag-answer{i} {{ display: block !important; }}\n"
    return (
        f'<style>{rules}</style><div class="ag-tour {name}"><fieldset><legend>Predict, then click</legend>'
        f"<p>{escape(prediction.question)}</p>{labels}<div aria-live='polite'>{answers}</div></fieldset></div>"
    )


class Bill:
    """A picture that a notebook shows: what each request of a run cost; in a terminal it is a table.

    Attributes:
        runs: the runs by name.
    """

    def __init__(self, runs: Mapping[str, Run]) -> None:
        """Keep the runs."""
        self.runs = dict(runs)

    def __repr__(self) -> str:
        return "\n".join(bill_sentence(name, run) for name, run in self.runs.items())

    def _repr_html_(self) -> str:
        return f'<style>{_STYLE}</style><div class="ag-tour">{bill_svg(self.runs)}</div>'


def draw_bill(**runs: Run) -> Bill:
    """Draw what every request of one or more runs cost, one row a run, all to one scale.

    Args:
        runs: each by the name it is shown under; an underscore is shown as a blank.

    Returns:
        The picture; a notebook shows it.

    Examples:
        >>> from autograder.lab import Provider, play, reading_session
        >>> draw_bill(three_files=play(reading_session(rounds=3, form="live"), Provider()))
        three files: 4 requests, 854 prompt tokens, $0.0023
    """
    return Bill({name.replace("_", " "): run for name, run in runs.items()})


def bill_sentence(name: str, run: Run) -> str:
    """Say what a run cost, and how it ended where it died."""
    ending = "" if run.error is None else f"; round {run.died_in}: {run.error}"
    return f"{name}: {len(run.lines)} requests, {run.tokens.prompt:,} prompt tokens, ${run.cost:.4f}{ending}"


def bill_svg(runs: Mapping[str, Run]) -> str:
    """Return the bars of every request: whole what was paid in full, dashed what came from the cache at a tenth."""
    highest = max((line.tokens.prompt for run in runs.values() for line in run.lines), default=1)
    count = max(len(run.lines) for run in runs.values()) + 1
    height = len(runs) * (LANE + TOP + 28)
    lanes = "".join(
        piece
        for i, (name, run) in enumerate(runs.items())
        for piece in _lane(name, run, i * (LANE + TOP + 28), highest, count)
    )
    label = escape("; ".join(bill_sentence(name, run) for name, run in runs.items()))
    return (
        f'<svg viewBox="0 0 {WIDTH} {height + 24}" width="{WIDTH}" height="{height + 24}" role="img" '
        f'aria-label="{label}">{lanes}{"".join(_legend(height + 8))}</svg>'
    )


def _lane(name: str, run: Run, y: int, highest: int, count: int) -> Iterator[str]:
    step = min(BAR, (WIDTH - LEFT - 8) / count)
    floor = y + TOP + LANE
    total, _, ending = bill_sentence(name, run).partition("; ")
    yield f'<text class="ag-strong" x="0" y="{y + 14}">{escape(total)}</text>'
    yield f'<text class="ag-strong" x="{LEFT + 4}" y="{y + TOP + 8}">{escape(ending)}</text>'
    yield f'<text class="ag-end" x="{LEFT - 6}" y="{y + TOP + 10}">{highest:,}</text>'
    yield f'<text class="ag-end" x="{LEFT - 6}" y="{floor}">0</text>'
    yield f'<line x1="{LEFT}" y1="{floor}" x2="{WIDTH}" y2="{floor}"/>'
    for i, line in enumerate(run.lines):
        x, scale = LEFT + step * i + 2, LANE / highest
        cached, full = line.tokens.cache_read * scale, (line.tokens.prompt - line.tokens.cache_read) * scale
        width = step - 5
        yield f'<rect class="ag-full" x="{x:.1f}" y="{floor - full:.1f}" width="{width:.1f}" height="{full:.1f}"/>'
        if cached:
            top = floor - full - cached
            yield f'<rect class="ag-part" x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{cached:.1f}"/>'
        yield f'<text class="ag-mid" x="{x + width / 2:.1f}" y="{floor + 14}">{line.round}</text>'
    if run.error is not None:
        x = LEFT + step * len(run.lines) + step / 2
        yield f'<path class="ag-died" d="M{x - 6:.1f} {floor - 16} l12 12 m0 -12 l-12 12"/>'
        yield f'<text class="ag-mid" x="{x:.1f}" y="{floor + 14}">{run.died_in}</text>'


def _legend(y: int) -> Iterator[str]:
    yield f'<rect class="ag-full" x="{LEFT}" y="{y}" width="14" height="11"/>'
    yield f'<text x="{LEFT + 20}" y="{y + 10}">prompt tokens paid in full</text>'
    yield f'<rect class="ag-part" x="{LEFT + 210}" y="{y}" width="14" height="11"/>'
    yield f'<text x="{LEFT + 230}" y="{y + 10}">sent again, and read from the cache at a tenth of the price</text>'
    yield f'<path class="ag-died" d="M{LEFT + 594} {y} l11 11 m0 -11 l-11 11"/>'
    yield f'<text x="{LEFT + 612}" y="{y + 10}">refused</text>'
