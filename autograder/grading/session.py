"""One lesson of one submission, run in children: a way to run cases that survives crashes and hangs."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

from autograder.execution.cases import Case
from autograder.execution.guard import WALL_FACTOR
from autograder.execution.outcomes import Outcome
from autograder.grading.budget import Budget
from autograder.grading.child_line import NEVER_WAITS, Child, Lost, how_it_ended
from autograder.grading.telling import with_a_sentence
from autograder.grading.workshop import Workshop
from autograder.lessons.callbacks import MAX_CALLS, Player

AHEAD = 512  # cases sent to a child at once
LOADS_FREE = 0.25  # processor seconds for the definitions; what they take beyond that is charged to each large case
TIMES_ITS_INPUT = 2  # an answer to a large case may be written out in time with what it was given, changed, beside it


class Session:
    """Runs the cases of a lesson in order; a child that is lost costs the case in hand and is replaced.

    Hidden cases go to a child of their own, so that nothing of them can reach a text that is shown.
    Use as a context manager; `run` is what `judge_runs` takes.
    """

    def __init__(
        self, workshop: Workshop, order: dict[str, Any], cases: Sequence[Case], submission: Budget | None = None
    ) -> None:
        """Take the order of work without its cases.

        Args:
            workshop: where children come from.
            order: name, pieces, modules, needs.
            cases: in the order they will be run.
            submission: what the whole submission has used so far; nothing where left out.
        """
        budget = Budget(workshop.limits, submission or Budget(workshop.limits))
        self._lanes = {
            hidden: _Lane(workshop, order, [(n, case) for n, case in enumerate(cases) if case.hidden is hidden], budget)
            for hidden in (False, True)
        }

    def __enter__(self) -> "Session":
        """Start with no child; the first case makes one."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the children."""
        for lane in self._lanes.values():
            lane.end()

    def run(self, case: Case, right: Outcome) -> Outcome:
        """Return what the submission does with a case; cases come in the order they were given, and may be left out."""
        return self._lanes[case.hidden].outcome(case, right)


class _Lane:
    """Cases that may share a child; those that judge speed are sent one by one, the others many at once."""

    def __init__(
        self, workshop: Workshop, order: dict[str, Any], cases: list[tuple[int, Case]], budget: Budget
    ) -> None:
        self._workshop = workshop
        self._limits = workshop.limits
        self._order = order | {"load_cpu": self._limits.load_cpu * self._limits.patience}
        self._waiting = deque(cases)
        self._overtime = 0.0  # processor seconds that the definitions took beyond what is free
        self._sent = 0  # how many of those waiting the child already has
        self._budget = budget
        self._child: Child | None = None
        self._settled: Outcome | None = None

    def outcome(self, wanted: Case, right: Outcome) -> Outcome:
        while self._waiting[0][1] is not wanted:
            assert not self._sent, "a case that was sent is asked for"
            self._waiting.popleft()
        number, case = self._waiting[0]
        player = Player(case.scripts)
        outcome = self._settled or self._answer(number, case, player, right)
        self._waiting.popleft()
        self._sent = max(0, self._sent - 1)
        return with_a_sentence(player.recorded(outcome), self._limits)

    def end(self) -> int:
        child, self._child, self._sent = self._child, None, 0
        return 0 if child is None else child.end()

    def _answer(self, number: int, case: Case, player: Player, right: Outcome) -> Outcome:
        problem = self._budget.used_up()
        if problem:
            return Outcome("not judged", note=problem)
        try:
            child = self._child or self._begin()
            if self._settled is not None:
                return self._settled
            self._send_ahead(child)
            return self._listen(child, number, case, player, right)
        except Lost as lost:
            status = self.end()
            note = how_it_ended(status) if lost.status == "died" else lost.note
            return Outcome(lost.status, note=note)  # type: ignore[arg-type]  # a Lost carries a status

    def _begin(self) -> Child:
        self._workshop.build(_built(case for _, case in self._waiting if not case.hidden))
        self._child = child = self._workshop.child()
        child.begin(self._order["load_cpu"], strict=True)
        child.send(self._order)
        problem = _field(child.receive(), "loaded")
        child.insist_on_time(written=False)
        self._budget.use(cpu=child.cpu)
        self._overtime = max(0.0, child.cpu - LOADS_FREE * self._limits.patience)
        if problem is not None:
            self._settled = _stopped_early(Outcome.from_json(problem, ()))
        return child

    def _send_ahead(self, child: Child) -> None:
        if self._sent:
            return
        first = self._waiting[0][1]
        batch = [self._waiting[i] for i in range(1 if first.judges_speed else min(AHEAD, len(self._waiting)))]
        self._sent = len(batch)
        child.send([[number, case.to_json() | {"seconds": self._seconds(case)}] for number, case in batch])

    def _seconds(self, case: Case) -> float:
        return case.seconds * self._limits.patience

    def _listen(self, child: Child, number: int, case: Case, player: Player, right: Outcome) -> Outcome:
        if case.judges_speed:
            writes = TIMES_ITS_INPUT * case.entries
            child.begin(self._seconds(case) - self._overtime, strict=True, writes=writes)
        else:
            child.begin(self._seconds(case))
        may_guess = case.judges_speed
        try:
            for _ in range(2 * MAX_CALLS):
                said = child.receive()
                if _field(said, "case") != number:
                    raise Lost("unreadable", "answers a case that was not asked")
                is_guess = may_guess and "fingerprint" in said
                child.insist_on_time(written=not is_guess)
                if is_guess:
                    may_guess = False
                    known = right.fingerprint != "" and said["fingerprint"] == right.fingerprint
                    child.send(known)
                    if known:
                        return right
                elif "ask" in said:
                    child.send(_answered(player, said["ask"]))
                else:
                    outcome = _checked(Outcome.from_json(_field(said, "outcome"), ()), case)
                    return _told_from_sleep(outcome, child.cpu, self._seconds(case))
            raise Lost("unreadable", "goes on calling what it was given, whatever it is answered")
        finally:
            self._budget.use(cpu=child.cpu, answered=child.answered, parts=child.parts)


def _told_from_sleep(outcome: Outcome, cpu: float, seconds: float) -> Outcome:
    """Return the outcome; with a note that it slept, where it was stopped and had used little processor time."""
    if outcome.status == "timeout" and cpu < seconds / 2:
        return replace(outcome, note=f"none within {seconds * WALL_FACTOR:g} s; {NEVER_WAITS}")
    return outcome


def _stopped_early(outcome: Outcome) -> Outcome:
    """Return what stopped a submission before any call, in a form that a child of ours may give it."""
    raised = outcome.status == "raised" and outcome.error is not None and not outcome.values
    if raised or outcome.status in ("timeout", "not written", "unreadable"):
        return outcome
    return Outcome("unreadable", note="is not in a form the judge can read")


def _checked(outcome: Outcome, case: Case) -> Outcome:
    """Return an outcome that has a value and an error for every step, as the judge relies on."""
    whole = len(outcome.values) == len(outcome.errors) == len(case.steps)
    fits = (outcome.error is not None) == (outcome.status == "raised")
    if outcome.status not in ("ok", "raised") or (whole and fits):
        return outcome
    return Outcome("unreadable", note="is not in a form the judge can read")


def _built(cases: Iterable[Case]) -> list[Any]:
    arguments = [each for case in cases for step in case.steps for each in (*step.args, *step.kwargs.values())]
    return [each for each in arguments if type(each) is dict and each.get("$") == "built"]


def _answered(player: Player, asked: Any) -> Any:
    try:
        name, args, kwargs = asked
        return player.ask(name, list(args), dict(kwargs))
    except (TypeError, ValueError, AttributeError) as error:
        raise Lost("unreadable", "asks in a form the judge cannot read") from error


def _field(said: Any, name: str) -> Any:
    if type(said) is not dict or name not in said:
        raise Lost("unreadable", "is not in a form the judge can read")
    return said[name]
