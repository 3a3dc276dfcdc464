"""Processes and what they share: one workshop a process, and an end together with the parent."""

import atexit
import contextlib
import ctypes
import signal
import sys
from functools import cache

from autograder.grading.workshop import Workshop

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


@cache
def shared_workshop(jail: str = "auto") -> Workshop:
    """Return this process's workshop, started at first use and ended with the process.

    For callers that cannot hold one themselves: pytest's collectors and nbgrader's preprocessors.
    """
    workshop = Workshop(jail).__enter__()
    atexit.register(workshop.__exit__, None, None, None)
    return workshop


def end_with_parent() -> None:
    """Have the kernel kill this process when its parent dies. On Linux only; elsewhere it does nothing."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
