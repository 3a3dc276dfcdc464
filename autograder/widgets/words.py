"""A window in words and in a plain table: for a terminal, for a page without scripts, and for whoever cannot see it."""

from collections.abc import Iterator
from html import escape
from typing import Any

from autograder.widgets.actions import GONE
from autograder.widgets.frames import Picture

MAX_LISTED = 60  # messages of a lane that the table lists
STATES = {
    "new": "written by the function",
    "cut": "cut",
    "placeholder": "replaced by a placeholder",
    "persisted": "moved to disk",
    "back": "put back",
    "summarised": "summarised",
    "dropped": "dropped",
}
_BAR = 160  # pixels of the longest bar


def picture_text(picture: Picture) -> str:
    """Return each lane's last request, one line a lane, then one line a message."""
    lines = [picture["title"]]
    for lane in picture["lanes"]:
        lines += ["", lane_sentence(picture, lane), *(f"  {each}" for each in _message_lines(picture, lane))]
    return "\n".join(lines)


def lane_sentence(picture: Picture, lane: dict[str, Any]) -> str:
    """Say what became of a lane.

    Examples:
        >>> frame = {"count": 3, "tokens": 12, "gone": 1, "answer": "accepted", "error": "", "note": ""}
        >>> lane_sentence({"budget": 50}, {"name": "all", "frames": [frame]})
        'all, round 0: 3 messages, 12 of 50 tokens, 1 gone; accepted'
    """
    frame = lane["frames"][-1]
    where = f"{lane['name']}, round {len(lane['frames']) - 1}" if frame["answer"] or frame["error"] else lane["name"]
    budget = f" of {picture['budget']:,}" if picture["budget"] is not None else ""
    sizes = f"{frame['count']:,} messages, {frame['tokens']:,}{budget} tokens"
    gone = f", {frame['gone']:,} gone" if frame["gone"] else ""
    ending = frame["error"] or frame["answer"]
    return f"{where}: {sizes}{gone}" + (f"; {ending}" if ending else "")


def _message_lines(picture: Picture, lane: dict[str, Any]) -> Iterator[str]:
    for message, state in _listed(picture, lane):
        yield f"{message['letter']} {message['tokens']:>6,}  {label_of(message)}{_said(state)}"


def _said(state: str) -> str:
    return "" if state == "kept" else f" ({STATES[state]})"


def _listed(picture: Picture, lane: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Return the messages of a lane's last frame with their states; of a long one the newest."""
    order = [
        (picture["messages"][number], state)
        for first, count, state in lane["frames"][-1]["runs"]
        for number in range(first, first + count)
    ]
    return order[-MAX_LISTED:]


def label_of(message: dict[str, Any]) -> str:
    """Return a short name for a message: its calls, the call it answers, or the front of its text."""
    if message["calls"]:
        return f"{message['role']} calls {', '.join(map(str, message['calls']))}"
    text = " ".join(message["text"].split())
    shown = text if len(text) <= 60 else f"{text[:59]}…"
    return f"{message['role']} {message['id']}: {shown}" if message["id"] else f"{message['role']}: {shown}"


def picture_table(picture: Picture) -> str:
    """Return each lane's last request as an HTML table that needs no script and no style."""
    tallest = max((each["tokens"] for each in picture["messages"]), default=1) or 1
    parts = [f"<p>{escape(picture['title'])}</p>"]
    for lane in picture["lanes"]:
        parts.append(f"<p><strong>{escape(lane_sentence(picture, lane))}</strong></p>")
        parts.append(
            f"<table>{''.join(_row(message, state, tallest) for message, state in _listed(picture, lane))}</table>"
        )
    return "".join(parts)


def _row(message: dict[str, Any], state: str, tallest: int) -> str:
    width = max(2, round(_BAR * message["tokens"] / tallest))
    style = "border:1px dashed currentColor" if state in GONE else "background:currentColor"
    bar = f'<div style="width:{width}px;height:0.8em;{style}"></div>'
    label = escape(label_of(message)) + _said(state)
    return f"<tr><td>{message['letter']}</td><td>{bar}</td><td>{message['tokens']:,}</td><td>{label}</td></tr>"
