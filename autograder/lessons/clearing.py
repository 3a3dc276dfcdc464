"""Cleared results, as two lessons judge them: one for flat form, one for block form."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograder.execution.values import same
from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, calls_of, is_tool_result, text_of
from autograder.lessons.contents import HANDLE, shown
from autograder.lessons.drawing import window_of_rows
from autograder.lessons.lesson import Finding, Row
from autograder.lessons.trial import Trial

WHY = {
    "unread": "no assistant message follows it, so the model has not read it",
    "handle": "it is a handle, the only way back to what it stands for",
    "short": "it is no longer than the placeholder",
    "form": "its content is not text",
    "error": "it is an error",
    "tool": "its tool is not among those named",
}


@dataclass(frozen=True, slots=True)
class Result:
    """One result: what it said, what became of it, and why it may have to stay.

    Attributes:
        place: where it stands, in words.
        index: of its message.
        before: its content as given.
        mine: in the learner's answer.
        right: in a right one.
        is_newest: whether it is one of the newest that are kept.
        exception: a key of `WHY`; empty where nothing but its age decides.
    """

    place: str
    index: int
    before: Any
    mine: Any
    right: Any
    is_newest: bool
    exception: str


class Clearing:
    """What became of every result of a trial.

    Attributes:
        results: oldest first; none where the answer's messages are not those that came in.
        keep: how many of the newest stay.
        placeholder: what the others say.
    """

    def __init__(self, trial: Trial, results: list[Result]) -> None:
        """Keep the results beside the arguments that decide."""
        self.results = results
        self.keep: int = trial.given["keep_recent"]
        self.placeholder: str = trial.given["placeholder"]

    @property
    def is_mixed(self) -> bool:
        """Whether counting only what could be cleared would give something else."""
        return any(each.is_newest and each.exception for each in self.results)

    def finding(self, result: Result, expected: str) -> Finding:
        """Return a finding about one result, with all results drawn."""
        rows = [
            Row(each.index, each.place, self._word(each.before, each.mine), self._word(each.before, each.right))
            for each in self.results
        ]
        around = self.results.index(result)
        got = f"{result.place}: {shown(result.mine)}"
        return Finding(f"{result.place} {expected}", got, window_of_rows(rows, around))

    def _word(self, before: Any, after: Any) -> str:
        if same(before, after):
            return "as it was"
        return "cleared" if same(after, self.placeholder) else "changed"

    def uncleared(self) -> Finding | None:
        """Return the finding for the first old result that does not say the placeholder."""
        for each in self.results:
            if not each.is_newest and not each.exception and not same(each.mine, self.placeholder):
                return self.finding(each, f"cleared: it is not one of the newest {self.keep}")
        return None

    def newest_changed(self) -> Finding | None:
        """Return the finding for the first of the newest that has changed."""
        for each in self.results:
            if each.is_newest and not each.exception and not same(each.mine, each.before):
                return self.finding(each, f"as it was: it is one of the newest {self.keep}")
        return None

    def not_left(self, exception: str) -> Finding | None:
        """Return the finding for the first result that had to stay for this reason, and did not."""
        for each in self.results:
            if each.exception == exception and not same(each.mine, each.before):
                return self.finding(each, f"as it was: {WHY[exception]}")
        return None

    def miscounted(self, cleared: int) -> Finding | None:
        """Judge the count by what was really cleared."""
        really = sum(not same(each.mine, each.before) for each in self.results)
        if cleared == really:
            return None
        changed = "1 result changed" if really == 1 else f"{really} results changed"
        return Finding(f"cleared is {really}: {changed}", f"cleared is {cleared}")


def flat_clearing(trial: Trial, exception_of: Callable[[int], str]) -> Clearing:
    """Return what became of the results of a history in flat form.

    Args:
        trial: of a lesson whose answer holds `messages`, as many as were given.
        exception_of: says why the result at an index has to stay, `""` where nothing but its age decides.
    """
    indices = [i for i, message in enumerate(trial.messages) if is_tool_result(message)]
    keep = trial.given["keep_recent"]
    newest = set(indices[max(0, len(indices) - keep) :])
    mine, right = trial.answer["messages"], trial.right_answer["messages"]
    return Clearing(
        trial,
        [
            Result(
                f"message {i}",
                i,
                trial.messages[i].get("content"),
                mine[i].get("content"),
                right[i].get("content"),
                i in newest,
                exception_of(i),
            )
            for i in indices
        ],
    )


def last_assistant(messages: list[Message]) -> int:
    """Return the index of the newest assistant message; -1 where there is none."""
    return max((i for i, message in enumerate(messages) if message.get("role") == "assistant"), default=-1)


def tool_names(messages: list[Message]) -> dict[int, str]:
    """Return, for the index of each result, the name of the tool that its own batch called."""
    names: dict[int, str] = {}
    for batch in find_batches(messages):
        called = {each["id"]: each["function"]["name"] for each in calls_of(messages[batch.start])}
        for index in range(batch.start + 1, batch.end):
            names[index] = called[messages[index]["tool_call_id"]]
    return names


def is_handle(message: Message) -> bool:
    """Say whether a result stands for content on disk."""
    return text_of(message).startswith(HANDLE)
