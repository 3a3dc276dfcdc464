"""The code of a submission, lesson by lesson: taken out of its cells in a child, not where marks are kept.

No learner code runs for it; but a source can be written so that Python's own parser crashes or never ends.
"""

from collections.abc import Sequence
from typing import Any

from autograder.grading.child_line import Lost, how_it_ended
from autograder.grading.extraction import Cell, Piece
from autograder.grading.workshop import Workshop

Taken = tuple[list[Piece], str]  # the pieces, or none and one sentence


def taken_apart(workshop: Workshop, cells: Sequence[Cell], names: Sequence[str]) -> dict[str, Taken]:
    """Return the pieces that define each function and what it needs, or why there are none."""
    child = workshop.child()
    child.begin(workshop.limits.load_cpu * workshop.limits.patience, strict=True)
    child.send({"cells": [[cell.label, cell.source, cell.answers] for cell in cells], "names": list(names)})
    try:
        answer = child.receive()
        child.insist_on_time(written=True)
        found = [_taken(each) for each in answer["pieces"]]
    except Lost as lost:
        status = child.end()
        why = how_it_ended(status) if lost.status == "died" else lost.note or "it took too long"
        return dict.fromkeys(names, ([], f"cannot be read: Python's parser gave up on the notebook's code ({why})"))
    child.end()
    return dict(zip(names, found, strict=True))


def _taken(answer: dict[str, Any]) -> Taken:
    if "problem" in answer:
        return [], str(answer["problem"])
    pieces = [Piece(label, source) for label, source in answer["pieces"]]
    return pieces, "" if pieces else "is nowhere in the file"
