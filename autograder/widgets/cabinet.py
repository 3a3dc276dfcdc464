"""`draw_cabinet`: what your own functions leave of each result, and from where the rest can be had again."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, calls_of, is_tool_result, text_of
from autograder.lab.outputs import TaskOutputs
from autograder.widgets.trying import name_of, tried

ROW, TOP, LEFT, COLUMN, LAST = 24, 52, 190, 152, 330  # pixels: of a row, above it, before the columns, and theirs
LONGEST_BAR = 44  # pixels of the longest result
HANDLE = re.compile('<persisted-output path="([^"]+)"')

_STYLE = """
.ag-cabinet { --ag-kept: #0969da; --ag-gone: #6e7781; --ag-bad: #b3261e; --ag-good: #1a7f37;
  color: var(--jp-content-font-color1, inherit); max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .ag-cabinet { --ag-kept: #79b8ff; --ag-gone: #9198a1; --ag-bad: #ff8a80;
  --ag-good: #57c26d; } }
[data-jp-theme-light="true"] .ag-cabinet { --ag-kept: #0969da; --ag-gone: #6e7781; --ag-bad: #b3261e;
  --ag-good: #1a7f37; }
[data-jp-theme-light="false"] .ag-cabinet { --ag-kept: #79b8ff; --ag-gone: #9198a1; --ag-bad: #ff8a80;
  --ag-good: #57c26d; }
.ag-cabinet text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: currentColor; }
.ag-cabinet .ag-strong { font-weight: bold; }
.ag-cabinet .ag-dim { fill: var(--ag-gone); }
.ag-cabinet .ag-lost { fill: var(--ag-bad); font-weight: bold; }
.ag-cabinet .ag-whole { fill: var(--ag-kept); }
.ag-cabinet .ag-handle { fill: none; stroke: var(--ag-good); stroke-width: 2; }
.ag-cabinet .ag-cleared, .ag-cabinet .ag-changed { fill: none; stroke: var(--ag-gone); stroke-dasharray: 3 3; }
"""


@dataclass(frozen=True, slots=True)
class Drawer:
    """One result on its way through the steps.

    Attributes:
        label: which result, and of which call.
        texts: what it says before the first step, and after each.
        source: where its whole text can be had: `here`, the path of a file, or empty for nowhere.
    """

    label: str
    texts: tuple[str, ...]
    source: str

    def kind(self, step: int) -> str:
        """Say what it is after a step: `whole`, `handle`, `cleared`, or `changed` where more than a line is left."""
        text = self.texts[step]
        if text == self.texts[0]:
            return "whole"
        if HANDLE.match(text):
            return "handle"
        return "changed" if "\n" in text else "cleared"

    @property
    def words(self) -> str:
        """Where its whole text can be had, in words."""
        if self.source == "here":
            return "here: it is whole"
        return f"from {self.source}" if self.source else "from nowhere: call the tool again"


class CabinetPicture:
    """A picture that a notebook shows; in a terminal it is a table.

    Attributes:
        steps: the names of the steps.
        drawers: one for each result, oldest first.
    """

    def __init__(self, steps: Sequence[str], drawers: Sequence[Drawer]) -> None:
        """Keep what is shown."""
        self.steps, self.drawers = tuple(steps), tuple(drawers)

    @property
    def sentence(self) -> str:
        """How much is sent before and after, and how much is lost."""
        before, after = (sum(len(each.texts[i]) for each in self.drawers) for i in (0, -1))
        lost = sum(not each.source for each in self.drawers)
        ending = f"{lost} of {len(self.drawers)} can be had from nowhere" if lost else "nothing is lost"
        return f"{before:,} characters of results before, {after:,} after; {ending}"

    def __repr__(self) -> str:
        lines = [self.sentence]
        for each in self.drawers:
            ways = " > ".join(f"{each.kind(i)} {len(text):,}" for i, text in enumerate(each.texts))
            lines.append(f"{each.label}: {ways}; {each.words}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<style>{_STYLE}</style>{cabinet_svg(self)}"


def draw_cabinet(
    messages: list[Message], outputs: TaskOutputs | None = None, **steps: Callable[[list[Message]], Any]
) -> CabinetPicture | None:
    """Put a history through steps of yours, and draw what is left of each result and where the rest can be had.

    Args:
        messages: a history in flat form.
        outputs: where large results are stored; handles are followed there, to see whether they lead to the text.
        steps: functions by the name they are shown under, in order; each gets the messages that the one before it
            left, and returns messages, or a dict with `messages`.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where a step did not get through.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> history = [user("?"), assistant(calls=["a"]), tool("a long listing", "a")]
        >>> clear = lambda messages: [*messages[:-1], {**messages[-1], "content": "[cleared]"}]
        >>> draw_cabinet(history, clear=clear)
        14 characters of results before, 9 after; 1 of 1 can be had from nowhere
        message 2, read_file: whole 14 > cleared 9; from nowhere: call the tool again
    """
    stages = [list(messages)]
    for name, step in steps.items():
        answer, problem = tried(step, stages[-1])
        if not problem:
            answer, problem = _messages(answer, len(messages))
        if problem:
            print(f"{name}: {name_of(step)} {problem}.")
            return None
        stages.append(answer)
    return CabinetPicture(list(steps), list(_drawers(stages, outputs)))


def _messages(answer: Any, count: int) -> tuple[list[Message], str]:
    found = answer.get("messages") if type(answer) is dict else answer
    if not isinstance(found, list) or any(type(each) is not dict for each in found):
        return [], "returned no list of messages, and no dict with one"
    if len(found) != count:
        return [], f"returned {len(found)} messages where {count} came in; the cabinet follows each of them"
    return found, ""


def _drawers(stages: list[list[Message]], outputs: TaskOutputs | None) -> Iterator[Drawer]:
    messages = stages[0]
    called: dict[int, str] = {}
    for batch in find_batches(messages):
        names = {each["id"]: each["function"]["name"] for each in calls_of(messages[batch.start])}
        called |= {i: names.get(messages[i].get("tool_call_id"), "?") for i in range(batch.start + 1, batch.end)}
    for index, message in enumerate(messages):
        if is_tool_result(message):
            texts = tuple(_text(stage[index]) for stage in stages)
            yield Drawer(f"message {index}, {called.get(index, '?')}", texts, _source(texts[0], texts[-1], outputs))


def _text(message: Message) -> str:
    try:
        return text_of(message)
    except (AttributeError, TypeError):
        return str(message.get("content"))


def _source(before: str, after: str, outputs: TaskOutputs | None) -> str:
    """Return where a whole text can be had; a handle that does not lead to it counts for nothing."""
    found = HANDLE.match(after)
    if after == before:
        return "here"
    if found is None or outputs is None:
        return ""
    try:
        return found[1] if outputs.load(found[1]) == before else ""
    except (OSError, ValueError):
        return ""


def cabinet_svg(picture: CabinetPicture) -> str:
    """Return the table: a full bar is the whole text, an open one a handle, a dashed one what was cleared."""
    width, height = LEFT + COLUMN * (len(picture.steps) + 1) + LAST, TOP + ROW * len(picture.drawers) + 4
    heads = [*("before", *(f"after {each}" for each in picture.steps)), "the whole text can be had"]
    columns = [LEFT + COLUMN * i for i in range(len(heads))]
    parts = [f'<text class="ag-strong" x="0" y="13">{escape(picture.sentence)}</text>']
    parts += [
        f'<text class="ag-dim" x="{x}" y="38">{escape(head)}</text>' for x, head in zip(columns, heads, strict=True)
    ]
    longest = max((len(text) for each in picture.drawers for text in each.texts), default=1) or 1
    for number, each in enumerate(picture.drawers):
        parts += _row(each, TOP + ROW * number, columns, LONGEST_BAR / longest)
    return (
        f'<svg class="ag-cabinet" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(repr(picture))}">{"".join(parts)}</svg>'
    )


def _row(drawer: Drawer, y: int, columns: Sequence[int], scale: float) -> Iterator[str]:
    yield f'<text x="0" y="{y + 13}">{escape(drawer.label)}</text>'
    for i, text in enumerate(drawer.texts):
        kind, bar = drawer.kind(i), max(3.0, scale * len(text))
        yield f'<rect class="ag-{kind}" x="{columns[i]}" y="{y + 2}" width="{bar:.1f}" height="14"/>'
        yield f'<text x="{columns[i] + bar + 5:.1f}" y="{y + 13}">{kind} {len(text):,}</text>'
    sign, style = ("✓", "") if drawer.source else ("✗", ' class="ag-lost"')
    yield f'<text{style} x="{columns[-1]}" y="{y + 13}">{sign} {escape(drawer.words)}</text>'
