"""`hint`: one small push for what is broken first, and another only after the next attempt."""

from collections.abc import Iterable
from typing import Any

from autograder.feedback.hints import Hint, ladder_for
from autograder.lessons.judging import JudgeFault
from autograder.notebook.attempts import Attempt, last_attempt, last_lesson
from autograder.notebook.checking import attempt
from autograder.notebook.functions import Misuse, lesson_for, source_mark
from autograder.notebook.records import Record, Records
from autograder.notebook.showing import show

RUNGS = 3  # look, think, nearly code


def hint(fn: Any = None) -> None:
    """Show a hint for the first thing that is not right yet.

    Args:
        fn: your function, or its name; the one that was checked last where it is left out.
    """
    try:
        shown = _hint(fn)
    except Misuse as misuse:
        shown = Hint(f"hint {misuse}", "", misuse.way_out)
    except JudgeFault:
        shown = Hint("There is no hint: the grader failed at its work, not you.", "", "check shows the case")
    show(shown.text(), shown.page)


def _hint(fn: Any) -> Hint:
    name = last_lesson() if fn is None else lesson_for(fn, "hint")
    if name is None:
        raise Misuse("does not know which function", "hint(your_function), after a check")
    if callable(fn) and last_attempt(name) is None:
        attempt(fn, name)
    found = last_attempt(name)
    if found is None:
        return Hint(f"{name} was not checked yet.", "", f"check({name}), then hint({name})")
    changed = callable(fn) and source_mark(fn) != found.source
    note = f"This is about your last check; {name} has changed since." if changed else ""
    return _hint_after(name, found, note)


def _hint_after(name: str, found: Attempt, note: str) -> Hint:
    if found.verdict.passed:
        return Hint(f"{name} keeps every rule: there is nothing to hint at.", "", "", note)
    title, ladder = ladder_for(found.verdict)
    stopped = found.verdict.shown is not None and found.verdict.shown.rule is None
    records = Records.here()
    rung = next_rung(records.read()[0], name, title, found.mark)
    records.append(kind="hint", lesson=name, title=title, rung=rung, mark=found.mark)
    after = "a further hint comes after that" if rung < RUNGS - 1 else f"solution({name}) is there too"
    about = f"{name} {title}" if stopped else f"not yet: {name} {title}"
    return Hint(about, ladder[rung], f"change {name}, then check({name}); {after}", note)


def next_rung(records: Iterable[Record], lesson: str, title: str, mark: str) -> int:
    """Return which hint is due: the first, the last one again for the same attempt, else the one after it.

    Args:
        records: of the study folder, oldest first.
        lesson: the function's name.
        title: what is not right.
        mark: of the attempt.
    """
    given = [each for each in records if (each["kind"], each["lesson"], each.get("title")) == ("hint", lesson, title)]
    if not given:
        return 0
    last = given[-1].get("rung")
    rung = last if type(last) is int and 0 <= last < RUNGS else 0
    return rung if given[-1].get("mark") == mark else min(rung + 1, RUNGS - 1)
