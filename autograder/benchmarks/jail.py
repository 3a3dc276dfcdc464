"""What the jail costs: a child forked, jailed, asked one thing and ended, beside one without a jail and a bare fork.

Run `python -m autograder.benchmarks.jail`; it takes about ten seconds.
Ways are tried in turn, and the least of many tries is compared; the ratios are what counts.
"""

import os
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from statistics import median
from time import perf_counter

from autograder.execution.cases import built
from autograder.grading.child_line import Child
from autograder.grading.workshop import Workshop

TRIES = 200
JAILS = ("none", "base", "full")
LARGE = [built("long_history", count=20_000)]


def bare_fork() -> None:
    """Fork this process, have the child send one byte, and wait for its end."""
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        theirs.send(b"x")
        os._exit(0)
    theirs.close()
    ours.recv(1)
    ours.close()
    os.waitpid(pid, 0)


def one_child(workshop: Workshop) -> None:
    """Fork a child, have it answer, and end it."""
    child: Child = workshop.child()
    child.begin(1.0)
    child.send({"cells": [], "names": []})
    child.receive()
    child.end()


def measured(works: dict[str, Callable[[], None]]) -> dict[str, list[float]]:
    """Return the seconds of many tries of each work, taken in turn: what else the machine does hits all alike."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(TRIES):
        for name, work in works.items():
            start = perf_counter()
            work()
            seconds[name].append(perf_counter() - start)
    return seconds


def main() -> None:
    """Print one line a jail."""
    with ExitStack() as stack:
        works: dict[str, Callable[[], None]] = {"a bare fork of this process": bare_fork}
        for jail in JAILS:
            plain, large = (stack.enter_context(Workshop(jail)) for _ in range(2))
            large.build(LARGE)
            works[f"a child, jail {jail}"] = partial(one_child, plain)
            works[f"a child, jail {jail}, large history"] = partial(one_child, large)
        measured(works)  # the first forks copy what later ones share
        seconds = measured(works)
    bare, none = (min(seconds[name]) for name in ("a bare fork of this process", f"a child, jail {JAILS[0]}"))
    print(f"{'milliseconds':<40}{'least':>8}{'median':>8}{'beside none':>13}{'times a bare fork':>19}")
    for name, each in seconds.items():
        least = min(each)
        beside = "" if least == bare else f"{1e3 * (least - none):+.2f}"
        print(f"{name:<40}{1e3 * least:>8.2f}{1e3 * median(each):>8.2f}{beside:>13}{least / bare:>19.1f}")


if __name__ == "__main__":
    main()
