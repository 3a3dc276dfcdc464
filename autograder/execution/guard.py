"""A time guard: stop a function that does not come back, and keep the process alive.

Processor time is what counts; the wall clock is only the net under a function that sleeps.
Not a jail: code that means harm can switch it off. Where graded code runs, the judge kills from outside as well.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` wraps: making enums of all is most of a small call
import itertools
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from autograder.execution.heap import set_aside

WALL_FACTOR = 10  # a sleeping function is stopped after ten times its processor limit
_ALARMS = tuple(int(getattr(signal, name)) for name in ("SIGPROF", "SIGALRM") if hasattr(signal, name))
_REPEATS = tuple(n * 1e-6 for n in (3, 5, 8, 13, 21, 34))  # seconds; uneven, so that no loop can keep step with them


class TimeLimit(BaseException):
    """The limit is passed. A `BaseException`, so that `except Exception` lets it through."""


def alarms_exist() -> bool:
    """Say whether a function can be stopped here: on Unix, in the main thread."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def limited(seconds: float, function: Callable[[], Any]) -> Any:
    """Call a function that must come back within `seconds` of processor time, and ten times that on the clock.

    One alarm is not enough: a bare `except` swallows it.
    So each alarm sets the next, microseconds later, until one falls outside every `try` and gets through.
    Nor can one in a destructor get through: Python drops and reports it, and the report says nothing to a learner.
    Where alarms do not exist, nothing stops the function.

    Raises:
        TimeLimit: it did not come back in time.
    """
    if not alarms_exist():
        return function()
    delays = itertools.cycle(_REPEATS)
    armed = True

    def on_alarm(number: int, frame: FrameType | None) -> None:
        if armed:
            signal.setitimer(signal.ITIMER_REAL, next(delays))
            if frame is not None and frame.f_globals is not _OUR_GLOBALS:
                raise TimeLimit

    def on_unraisable(dropped: Any) -> None:
        if not isinstance(dropped.exc_value, TimeLimit):
            unraisable(dropped)

    unraisable, sys.unraisablehook = sys.unraisablehook, on_unraisable
    before = [_signal.signal(number, on_alarm) for number in _ALARMS]
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, seconds * WALL_FACTOR)
        with set_aside():
            return function()
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in zip(_ALARMS, before, strict=True):
            _signal.signal(number, handler)
        sys.unraisablehook = unraisable


_OUR_GLOBALS = globals()
