"""A class run: every submission judged once, on all cores, in memory that does not grow with the class."""

import itertools
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from autograder.grading.collected import Collected
from autograder.grading.graded import Graded, grade, key_of
from autograder.grading.journal import Journal
from autograder.grading.limits import Limits
from autograder.grading.private import load_private
from autograder.grading.processes import end_with_parent
from autograder.grading.workshop import Workshop


class GradingStopped(Exception):  # noqa: N818 - the same command goes on from there
    """A grading process was ended from outside."""


WINDOW = 4  # submissions under way for each worker

_workshop: Workshop | None = None


def class_run(
    handed_in: Iterable[Collected],
    journal: Journal | None,
    jobs: int,
    jail: str = "auto",
    limits: Limits | None = None,
    private: Path | None = None,
) -> Iterator[Graded]:
    """Yield every submission graded, in the order they came; what the journal knows is not judged again.

    Args:
        handed_in: what was collected.
        journal: where results are kept as they come; `None` to keep none.
        jobs: processes that judge at the same time.
        jail: how submissions are jailed: `auto` or `none`.
        limits: what they may use; the defaults where left out.
        private: a folder of an instructor's own rules and cases, already taken in by this process.
    """
    spawn = multiprocessing.get_context("spawn")  # never fork: the judge's memory must not be anybody's ancestor
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_start, initargs=(jail, limits, private)) as pool:
        waiting: deque[Future[Graded] | Graded] = deque()
        rest = iter(handed_in)
        with Workshop(jail, limits) as probe:
            pass  # where no jail holds, this says so; what it found is all that is asked of it below
        while True:
            for each in itertools.islice(rest, max(0, jobs * WINDOW - len(waiting))):
                known = _known(each, journal, probe)
                waiting.append(known or pool.submit(_grade, each))
            if not waiting:
                return
            yield _finished(waiting.popleft(), journal)


def _known(each: Collected, journal: Journal | None, workshop: Workshop) -> Graded | None:
    if journal is None:
        return None
    submission = each.read()
    return journal.find(submission.student, key_of(submission, workshop))


def _finished(each: "Future[Graded] | Graded", journal: Journal | None) -> Graded:
    if isinstance(each, Graded):
        return each
    try:
        graded = each.result()
    except BrokenProcessPool as error:
        raise GradingStopped(
            "A grading process was ended from outside, perhaps for want of memory. What is finished is kept; "
            "run the same command again, with fewer --jobs if it happens again."
        ) from error
    if journal is not None:
        journal.add(graded)
    return graded


def _start(jail: str, limits: Limits | None, private: Path | None) -> None:
    global _workshop
    end_with_parent()
    if private is not None:
        load_private(private)
    _workshop = Workshop(jail, limits).__enter__()


def _grade(each: Collected) -> Graded:
    assert _workshop is not None
    submission = each.read()
    return grade(_workshop, each, submission, key_of(submission, _workshop))
