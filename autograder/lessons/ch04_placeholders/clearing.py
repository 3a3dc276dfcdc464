"""Cleared results, as two lessons judge them: one for flat form, one for block form."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograder.execution.values import same
from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, calls_of, is_tool_result, text_of
from autograder.lessons.contents import HANDLE, content_rows, counted, shown
from autograder.lessons.lesson import Finding, Row
from autograder.lessons.trial import Trial

WHY = {
    "unread": "no assistant message follows it, so the model has not read it",
    "handle": "it is a handle, the only way back to what it stands for",
    "short": "it is no longer than the placeholder",
    "form": "its content is not text",
    "error": "it is an error",
}


_WHO_STAYS = ("none is new enough to stay", "only the newest is new enough to stay")


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
        exception: a key of `WHY`, or `tool`; empty where nothing but its age decides.
        tool: the name in its call.
    """

    place: str
    index: int
    before: Any
    mine: Any
    right: Any
    is_newest: bool
    exception: str
    tool: str = ""

    @property
    def why(self) -> str:
        """Why it has to stay whatever its age."""
        return WHY.get(self.exception) or f"it is a result of {self.tool!r}, which is not among tools"


class Clearing:
    """What became of every result of a trial.

    Attributes:
        results: oldest first; none where the answer's messages are not those that came in.
        keep: how many of the newest stay.
        placeholder: what the others say.
    """

    def __init__(self, trial: Trial, results: list[Result], rows: Callable[[Result], tuple[Row, ...]]) -> None:
        """Keep the results beside the arguments that decide; `rows` draws them around one."""
        self.results = results
        self._rows = rows
        self.keep: int = trial.given["keep_recent"]
        self.placeholder: str = trial.given["placeholder"]

    @property
    def is_mixed(self) -> bool:
        """Whether counting only what could be cleared would give something else."""
        return any(each.is_newest and each.exception for each in self.results)

    def finding(self, result: Result, expected: str) -> Finding:
        """Return a finding about one result, with the history drawn."""
        got = f"{result.place}: {shown(result.mine)}"
        return Finding(expected, got, self._rows(result))

    @property
    def newest(self) -> str:
        """The newest results, in words."""
        return "the newest" if self.keep == 1 else f"the newest {self.keep}"

    def uncleared(self) -> Finding | None:
        """Return the finding for the first old result that does not say the placeholder."""
        for each in self.results:
            if not each.is_newest and not each.exception and not same(each.mine, self.placeholder):
                return self.finding(each, f"{each.place}: {shown(self.placeholder)}; {self._who_stays()}")
        return None

    def _who_stays(self) -> str:
        """Say who is kept for its age, and that one counts though it would stay anyhow."""
        kept = _WHO_STAYS[self.keep] if self.keep < 2 else f"only {self.newest} are new enough to stay"
        anyhow = [each.place for each in self.results if each.is_newest and each.exception]
        return f"{kept}, and {anyhow[0]} counts, though it would stay anyhow" if anyhow else kept

    def newest_changed(self) -> Finding | None:
        """Return the finding for the first of the newest that has changed."""
        for each in self.results:
            if each.is_newest and not each.exception and not same(each.mine, each.before):
                return self.finding(each, f"{each.place} as it was: it is {'one of ' * (self.keep > 1)}{self.newest}")
        return None

    def not_left(self, exception: str) -> Finding | None:
        """Return the finding for the first result that had to stay for this reason, and did not."""
        for each in self.results:
            if each.exception == exception and not same(each.mine, each.before):
                return self.finding(each, f"{each.place} as it was: {each.why}")
        return None

    def miscounted(self, cleared: int) -> Finding | None:
        """Judge the count by what was really cleared."""
        really = sum(not same(each.mine, each.before) for each in self.results)
        if cleared == really:
            return None
        changed = counted(really, "result") if really else "no result"
        return Finding(f"cleared is {really}: {changed} changed", f"cleared is {cleared}")


def no_clearing(trial: Trial) -> Clearing:
    """Return nothing: the answer holds other messages than came in, which is another rule's subject."""
    return Clearing(trial, [], lambda result: ())


def flat_clearing(trial: Trial, exception_of: Callable[[int], str]) -> Clearing:
    """Return what became of the results of a history in flat form.

    Args:
        trial: of a lesson whose answer holds `messages`, as many as were given.
        exception_of: says why the result at an index has to stay, `""` where nothing but its age decides.
    """
    indices = [i for i, message in enumerate(trial.messages) if is_tool_result(message)]
    newest = set(indices[max(0, len(indices) - trial.given["keep_recent"]) :])
    mine, right = trial.answer["messages"], trial.right_answer["messages"]
    called = tool_names(trial.messages)
    results = []
    for i in indices:
        before, after, wanted = (each[i].get("content") for each in (trial.messages, mine, right))
        results.append(Result(f"message {i}", i, before, after, wanted, i in newest, exception_of(i), called[i]))
    placeholder = trial.given["placeholder"]
    return Clearing(
        trial,
        results,
        lambda result: content_rows(trial.messages, mine, right, lambda b, a: became(b, a, placeholder)),
    )


def became(before: Any, after: Any, placeholder: str) -> str:
    """Say what a content has become."""
    if same(before, after):
        return "as it was"
    return "cleared" if same(after, placeholder) else "changed"


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
