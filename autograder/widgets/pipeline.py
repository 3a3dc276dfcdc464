"""`draw_pipeline`: the way of every request through your own `manage_context`, as a diagram that lights up."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from autograder.lab.sessions import Session
from autograder.lab.summarizers import Summarizer
from autograder.widgets.pipeline_rounds import Round, played, sentence

WIDTH, HEIGHT = 846, 194  # pixels
STEP, BOX = 144, 118  # from one box to the next, and a box's width
PAID = {"no": "", "summary": "one for {}", "in vain": "no gain", "failed": "failed"}

_STYLE = """
.ag-pipeline { --ag-lit: #0969da; --ag-fill: rgba(9, 105, 218, 0.12); --ag-faint: #6e7781; --ag-bad: #b3261e;
  color: var(--jp-content-font-color1, inherit); font: 13px/1.45 var(--jp-ui-font-family, system-ui, sans-serif); }
@media (prefers-color-scheme: dark) { .ag-pipeline { --ag-lit: #79b8ff; --ag-fill: rgba(121, 184, 255, 0.16);
  --ag-faint: #9198a1; --ag-bad: #ff8a80; } }
[data-jp-theme-light="true"] .ag-pipeline { --ag-lit: #0969da; --ag-fill: rgba(9, 105, 218, 0.12);
  --ag-faint: #6e7781; --ag-bad: #b3261e; }
[data-jp-theme-light="false"] .ag-pipeline { --ag-lit: #79b8ff; --ag-fill: rgba(121, 184, 255, 0.16);
  --ag-faint: #9198a1; --ag-bad: #ff8a80; }
.ag-pipeline svg { max-width: 100%; height: auto; display: block; }
.ag-pipeline text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor;
  text-anchor: middle; }
.ag-pipeline .ag-dim text, .ag-pipeline text.ag-dim { fill: var(--ag-faint); }
.ag-pipeline .ag-lit text { font-weight: bold; }
.ag-pipeline path, .ag-pipeline rect { fill: none; stroke: var(--ag-faint); stroke-dasharray: 3 3; }
.ag-pipeline .ag-lit path, .ag-pipeline .ag-lit rect { stroke: var(--ag-lit); stroke-width: 2.5;
  stroke-dasharray: none; }
.ag-pipeline .ag-lit circle { fill: var(--ag-lit); }
.ag-pipeline .ag-lit .ag-box { fill: var(--ag-fill); }
.ag-pipeline .ag-bad { color: var(--ag-bad); font-weight: bold; }
.ag-pipeline fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 6px; }
.ag-pipeline label { font-variant-numeric: tabular-nums; }
"""


class PipelinePicture:
    """A picture that a notebook shows: one diagram a request, chosen by its round; in a terminal it is a list.

    Attributes:
        title: what was played.
        rounds: every request, as plain data.
    """

    def __init__(self, title: str, rounds: Sequence[Round]) -> None:
        """Keep what is shown."""
        self.title = title
        self.rounds = tuple(rounds)

    def __repr__(self) -> str:
        return "\n".join([self.title, *(f"{each['round']:>4}  {sentence(each)}" for each in self.rounds)])

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{pipeline_html(self.title, self.rounds)}"


def draw_pipeline(
    function: Callable[..., Any],
    *,
    session: Session | None = None,
    summarize: Callable[[Any], Any] | None = None,
    **numbers: int,
) -> PipelinePicture | None:
    """Play a session through a pipeline, and draw which way each request went.

    Args:
        function: yours: takes a history and `summarize`, returns the messages to send.
        session: what is played; the reading session where it is left out.
        summarize: the helper model; a faithful one of the lab where it is left out.
        numbers: further arguments for your function, by name.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where there is no function.

    Examples:
        >>> from autograder.lab import reading_session
        >>> everything = lambda messages, summarize: messages
        >>> draw_pipeline(everything, session=reading_session(rounds=1))
        reading session through <lambda>
           0  2 messages, 61 tokens; all sent
           1  4 messages, 124 tokens; all sent
    """
    if not callable(function):
        kind = type(function).__name__
        print(f"draw_pipeline got a {kind}: give it your function, as in draw_pipeline(manage_context).")
        return None
    if session is None:
        from autograder.lab.reading import reading_session

        session = reading_session(form="live")
    rounds = list(played(function, session, summarize or Summarizer("faithful"), numbers))
    return PipelinePicture(f"{session.name} session through {function.__name__}", rounds)


def pipeline_html(title: str, rounds: Sequence[Round]) -> str:
    """Return every request's diagram, and a row of numbers to choose one by; without styles the last one shows."""
    name = "ag" + sha256(repr((title, rounds)).encode()).hexdigest()[:12]
    last = len(rounds) - 1
    choices, frames, rules = "", "", f".{name} .ag-frame {{ display: none !important; }}\n"
    for i, each in enumerate(rounds):
        checked, hidden = (" checked", "") if i == last else ("", ' style="display: none"')
        choices += f'<label><input type="radio" name="{name}" class="ag-pick{i}"{checked}> {each["round"]}</label>'
        frames += f'<div class="ag-frame ag-frame{i}"{hidden}>{pipeline_svg(each)}<p>{_said(each)}</p></div>'
        rules += f".{name}:has(.ag-pick{i}:checked) .ag-frame{i} {{ display: block !important; }}\n"
    return (
        f'<style>{rules}</style><div class="ag-pipeline {name}"><fieldset><legend>{escape(title)}; choose a round, or '
        f"walk through them with the arrow keys</legend>{choices}</fieldset>{frames}</div>"
    )


def _said(each: Round) -> str:
    bad = ' class="ag-bad"' if each["stopped"] or each["request"] is False else ""
    return f"<span{bad}>round {each['round']}: {escape(sentence(each))}</span>"


def pipeline_svg(each: Round) -> str:
    """Return the diagram of one request: what it went through is drawn whole and bold, the rest is dashed."""
    pays, goes_on = each["asked"] != "no", not each["stopped"]
    request = {True: "is there", False: "is lost", None: "there is none"}[each["request"]]
    boxes = [
        _box(0, 28, "history", _sizes(each["given"]), lit=True),
        _box(1, 28, "cut results", [f"{each['cut']} cut"], lit=goes_on and each["cut"] > 0),
        _box(2, 28, "window", [f"{each['dropped']} dropped"], lit=goes_on and each["dropped"] > 0),
        _box(3, 28, "over threshold?", ["yes" if pays else "no"], lit=goes_on),
        _box(3, 130, "summarise", [PAID[each["asked"]].format(each["handed"])], lit=pays),
        _box(4, 28, "request", [request], lit=goes_on),
        _box(5, 28, "send", _sizes(each["sent"]), lit=goes_on),
    ]
    arrows = [
        _arrow(f"M{STEP * i + BOX} 56 H{STEP * i + STEP}", lit=goes_on and not (i == 3 and pays)) for i in range(5)
    ]
    arrows.append(_arrow(f"M{STEP * 3 + BOX // 2} 84 V130", lit=pays))
    arrows.append(_arrow(f"M{STEP * 3 + BOX} 158 H{STEP * 4 + BOX // 2} V84", lit=pays and goes_on))
    words = [(STEP * 2 - 15, 18, "free"), (STEP * 3 + BOX // 2 - 26, 112, "paid")]
    captions = "".join(f'<text class="ag-dim" x="{x}" y="{y}">{word}</text>' for x, y, word in words)
    label = escape(f"round {each['round']}: {sentence(each)}")
    return (
        f'<svg viewBox="-4 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{label}">'
        f"{''.join(arrows)}{''.join(boxes)}{captions}</svg>"
    )


def _sizes(sizes: list[int]) -> list[str]:
    return [f"{sizes[0]:,} messages", f"{sizes[1]:,} tokens"]


def _box(place: int, y: int, name: str, details: list[str], *, lit: bool) -> str:
    x, middle = STEP * place, STEP * place + BOX / 2
    shown = [name, *details] if lit or place < 3 else [name]
    lines = "".join(f'<text x="{middle:g}" y="{y + 18 + 16 * i}">{escape(line)}</text>' for i, line in enumerate(shown))
    mark = f'<circle cx="{x + 12}" cy="{y}" r="4"/>' if lit else ""  # on the frame: names are as wide as the box
    rect = f'<rect class="ag-box" x="{x}" y="{y}" width="{BOX}" height="56" rx="6"/>'
    return f'<g class="{"ag-lit" if lit else "ag-dim"}">{rect}{mark}{lines}</g>'


def _arrow(path: str, *, lit: bool) -> str:
    """Draw a line with a head where it ends: to the right, or where its last step is `V`, down or up."""
    ends_up = path.endswith("V84")
    head = "l-4 7 m4 -7 l4 7" if ends_up else "l-4 -7 m4 7 l4 -7" if " V" in path else "l-7 -4 m7 4 l-7 4"
    return f'<g class="{"ag-lit" if lit else "ag-dim"}"><path d="{path} {head}"/></g>'
