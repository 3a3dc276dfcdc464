"""`check`: judge a function where it stands, show what came out, and remember the attempt."""

from dataclasses import replace
from typing import Any

from autograder.execution.guard import alarms_exist
from autograder.feedback.report import Report, fault_report, misuse_report, report_of
from autograder.lessons.judging import JudgeFault
from autograder.notebook.attempts import remember
from autograder.notebook.functions import Misuse, lesson_for
from autograder.notebook.judging import Judged, judged
from autograder.notebook.showing import show as show_now

NO_ALARMS = (
    "Here a function that never returns cannot be stopped (no timer signals on this system): "
    "interrupt the kernel if nothing comes back."
)
_said: set[str] = set()


def check(fn: Any = None, show: bool = True, lesson: Any = None) -> Report:
    """Judge your function by the rules of its docstring.

    Args:
        fn: the function or class itself, not what it returns.
        show: whether the report is displayed.
        lesson: which lesson it is, for a function that has another name.

    Returns:
        The report, with `score`, `points`, `passed` and `broken`.
    """
    report = _report(fn, lesson)
    if show:
        show_now(report.text(), report.page)
    return replace(report, displayed=show)


def _report(fn: Any, lesson: Any) -> Report:
    try:
        if isinstance(fn, str):
            raise Misuse("got a text, which is not a function", f"pass the function itself, as in check({fn[:60]})")
        name = lesson_for(fn, "check", lesson)
        _warn_once()
        return attempt(fn, name)
    except Misuse as misuse:
        return misuse_report(str(misuse), misuse.way_out)
    except JudgeFault as fault:
        return fault_report(fault)


def attempt(fn: Any, name: str) -> Report:
    """Judge a function as an attempt at a lesson, and remember it.

    Raises:
        JudgeFault: a rule failed at its work.
    """
    result = judged(fn, name)
    note = remember(fn, result.verdict)
    return report_of(result.verdict, tuple(filter(None, [*_notes(name, result), note])))


def _warn_once() -> None:
    """Say before the first judging, not after it, that an endless loop would be one."""
    if not alarms_exist() and NO_ALARMS not in _said:
        _said.add(NO_ALARMS)
        print(NO_ALARMS)


def _notes(name: str, result: Judged) -> list[str]:
    notes = [
        f"{name} calls {need}, and yours is not right yet; a right one stood in for it here."
        for need in result.stood_in
    ]
    if result.printed:
        notes.append(f"What it printed ({result.printed:,} characters) is left out; call it yourself to read that.")
    return notes
