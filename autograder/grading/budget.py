"""Budgets: what a lesson, and a submission, have used so far of what they may use, as the judge's side sees it."""

import time

from autograder.grading.limits import MEGABYTE, Limits


class Budget:
    """Processor time, clock and bytes, counted for a lesson, and for the submission it belongs to.

    Attributes:
        limits: what may be used.
    """

    def __init__(self, limits: Limits, submission: "Budget | None" = None) -> None:
        """Start counting.

        Args:
            limits: what may be used.
            submission: the budget of the submission, for a lesson; `None` for a submission.
        """
        self.limits = limits
        self._submission = submission
        self._start = time.monotonic()
        self._cpu = 0.0
        self._bytes = self._parts = 0

    def use(self, *, cpu: float, answered: int = 0, parts: int = 0) -> None:
        """Count processor seconds, bytes and parts of answers; the first for the submission too."""
        self._cpu += cpu
        self._bytes += answered
        self._parts += parts
        if self._submission is not None:
            self._submission.use(cpu=cpu)

    def used_up(self) -> str:
        """Say what is used up, in one sentence for the learner; empty where nothing is."""
        return self._lesson() if self._submission is None else self._submission.used_up() or self._lesson()

    def _lesson(self) -> str:
        whole, limits = self._submission is None, self.limits
        name = "all lessons of this submission together" if whole else "this lesson"
        cpu, wall = (
            (limits.submission_cpu, limits.submission_wall) if whole else (limits.lesson_cpu, limits.lesson_wall)
        )
        if self._cpu > cpu:
            return f"the {cpu:g} s of processor time for {name} are used up"
        if time.monotonic() - self._start > wall:
            return f"the {wall:g} s for {name} are over"
        if self._bytes > limits.lesson_bytes:
            return f"its answers to {name} come to more than {limits.lesson_bytes // MEGABYTE} MB"
        if self._parts > limits.lesson_parts:
            return f"its answers to {name} have more than {limits.lesson_parts:,} parts"
        return ""
