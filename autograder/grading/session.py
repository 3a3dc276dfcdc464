"""One lesson of one submission, run in a child: a way to run cases that survives crashes and hangs."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from autograder.execution.cases import DEFAULT_SECONDS, Case
from autograder.execution.outcomes import Outcome
from autograder.grading.workshop import Child, Lost, Workshop, how_it_ended
from autograder.lessons.callbacks import MAX_CALLS, Player

AHEAD = 512  # cases sent to a child at once


class Session:
    """Runs the cases of a lesson in order; a child that is lost costs the case in hand and is replaced.

    Use as a context manager; `run` is what `judge_runs` takes.
    """

    def __init__(self, workshop: Workshop, order: dict[str, Any], cases: Sequence[Case]) -> None:
        """Take the order of work without its cases: name, pieces, modules, needs."""
        self._workshop = workshop
        self._order = order
        self._cases = list(cases)
        self._next = 0
        self._child: Child | None = None
        self._settled: Outcome | None = None

    def __enter__(self) -> "Session":
        """Start with no child; the first case makes one."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the child."""
        self._end()

    def run(self, case: Case) -> Outcome:
        """Return what the submission does with the next case; cases come in the order they were given."""
        assert case is self._cases[self._next]
        player = Player(case.scripts)
        outcome = self._settled or self._answer(case, player)
        self._next += 1
        return player.recorded(outcome)

    def _answer(self, case: Case, player: Player) -> Outcome:
        try:
            child = self._child or self._begin()
            if self._settled is not None:
                return self._settled
            return self._listen(child, case, player)
        except Lost as lost:
            status = self._end()
            note = how_it_ended(status) if lost.status == "died" else lost.note
            return Outcome(lost.status, note=note)  # type: ignore[arg-type]  # a Lost carries a status

    def _begin(self) -> Child:
        self._child = child = self._workshop.child()
        cases = [[n, case.to_json()] for n, case in enumerate(self._cases) if self._next <= n < self._next + AHEAD]
        child.send(self._order | {"cases": cases})
        problem = _field(child.receive(DEFAULT_SECONDS), "loaded")
        if problem is not None:
            self._settled = Outcome.from_json(problem, ())
        return child

    def _listen(self, child: Child, case: Case, player: Player) -> Outcome:
        for _ in range(2 * MAX_CALLS):
            said = child.receive(case.seconds)
            if _field(said, "case") != self._next:
                raise Lost("unreadable", "answers a case that was not asked")
            if "ask" in said:
                child.send(_answered(player, said["ask"]))
            else:
                return Outcome.from_json(_field(said, "outcome"), tuple(player.asked))
        raise Lost("unreadable", "goes on calling what it was given, whatever it is answered")

    def _end(self) -> int:
        child, self._child = self._child, None
        return 0 if child is None else child.end()


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
