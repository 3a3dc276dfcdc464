"""Processes and what they share: one workshop a process, and an end together with the parent."""

import atexit
import contextlib
import ctypes
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from autograder.grading.limits import Limits
from autograder.grading.workshop import Workshop

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


@cache
def shared_workshop(jail: str = "auto", limits: Limits | None = None) -> Workshop:
    """Return this process's workshop, started at first use and ended with the process.

    For callers that cannot hold one themselves: pytest's collectors and nbgrader's preprocessors.
    """
    workshop = Workshop(jail, limits).__enter__()
    atexit.register(workshop.__exit__, None, None, None)
    return workshop


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock that any process may hold by this path; the kernel lets go of it when its holder dies.

    Where there are no such locks (Windows), nothing is held.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def end_with_parent() -> None:
    """Have the kernel kill this process when its parent dies. On Linux only; elsewhere it does nothing."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
