"""What a graded run adds to an outcome: one sentence that says which limit or wall was met."""

from dataclasses import replace

from autograder.execution.outcomes import Outcome
from autograder.grading.limits import MEGABYTE, Limits

_WALL = "where submissions are graded there are no files to write, no network and no other processes"


def with_a_sentence(outcome: Outcome, limits: Limits) -> Outcome:
    """Return the outcome with a note, where it has none and a limit or a wall explains it."""
    error = outcome.error
    if outcome.note or error is None:
        return outcome
    return replace(outcome, note=_explained(error.kinds[:1], error.text, limits))


def _explained(kinds: tuple[str, ...], text: str, limits: Limits) -> str:
    if kinds == ("MemoryError",):
        return f"a graded function may use {limits.memory // MEGABYTE} MB of memory"
    if "can't start new thread" in text:
        return f"its threads need more than the {limits.memory // MEGABYTE} MB of memory there are"
    if text.startswith("[Errno 24]"):
        return f"a graded function may have {limits.files} files open at once"
    return _WALL if kinds == ("PermissionError",) else ""
