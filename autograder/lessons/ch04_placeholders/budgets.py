"""What a budget for one batch's results stored, and what stands in its place, as the lesson judges it."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from autograder.execution.outcomes import Asked
from autograder.execution.values import same
from autograder.lab.batches import Batch, find_batches
from autograder.lab.messages import calls_of, is_tool_result, text_of
from autograder.lessons.ch04_placeholders.clearing import is_handle
from autograder.lessons.contents import HANDLE, content_rows, rewritten, shown
from autograder.lessons.drawing import numbers
from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial

PATH = re.compile(HANDLE + ' path="([^"]+)"')


class Budget:
    """The facts of one trial: the batch that is looked at, and which of its results were stored, in order.

    Attributes:
        batch: the last that has a result; `None` where there is none.
        inside: indices of its results.
        is_at_the_end: whether nothing stands after it, and none of its calls still runs.
        total: characters of all its results.
        mine: indices of the results the learner's function stored, in order; `None` for something else.
        right: the same for a right version.
    """

    def __init__(self, trial: Trial) -> None:
        """Look at the history and at what was stored."""
        self.messages = trial.messages
        self.limit: int = trial.given["limit"]
        self.preview: int = trial.given["preview"]
        batches = find_batches(self.messages)
        self.batch: Batch | None = next((each for each in reversed(batches) if each.end > each.start + 1), None)
        self.inside = range(self.batch.start + 1, self.batch.end) if self.batch else range(0)
        self.is_at_the_end = self.batch is None or (self.batch.end == len(self.messages) and not self.batch.missing)
        self.total = sum(len(text_of(self.messages[i])) for i in self.inside)
        self.mine = [self._place(*arguments_of(each)) for each in trial.asked]
        self.right = [self._place(*arguments_of(each)) for each in trial.right_asked]

    def _place(self, id: Any, text: Any) -> int | None:
        named = [i for i in self.inside if same(self.messages[i].get("tool_call_id"), id)]
        return next(iter(named or [i for i in self.inside if same(self.messages[i].get("content"), text)]), None)

    def exception(self, index: int) -> str:
        """Say why a result is no candidate; empty where it is one."""
        content = self.messages[index].get("content")
        if type(content) is not str or len(content) <= self.preview:
            return "short"
        if is_handle(self.messages[index]):
            return "handle"
        return "read back" if self._was_read_back(index) else ""

    def _was_read_back(self, index: int) -> bool:
        assert self.batch is not None
        arguments = {each["id"]: each["function"]["arguments"] for each in calls_of(self.messages[self.batch.start])}
        results = (text_of(message) for message in self.messages if is_tool_result(message))
        paths = [found.group(1) for found in map(PATH.match, results) if found]
        return any(path in arguments[self.messages[index]["tool_call_id"]] for path in paths)

    def wrongly_stored(self, exception: str) -> list[int]:
        """Return the indices of stored results that are no candidates for this reason."""
        return [i for i in self.mine if i is not None and self.exception(i) == exception]

    @property
    def is_usual(self) -> bool:
        """Whether nothing but candidates was stored, each once, of a batch that is the last thing in the history."""
        known = {i for i in self.mine if i is not None and not self.exception(i)}
        return self.is_at_the_end and len(known) == len(self.mine)

    @property
    def candidates(self) -> list[int]:
        """Indices of all candidates, in the order in which they are to be stored."""
        lengths = {i: len(text_of(self.messages[i])) for i in self.inside if not self.exception(i)}
        return sorted(lengths, key=lambda i: (-lengths[i], i))


@lru_cache(maxsize=1)
def budget(trial: Trial) -> Budget:
    """Return the facts of a trial, found once for all rules."""
    return Budget(trial)


def arguments_of(asked: Asked) -> tuple[Any, Any]:
    """Return the id and the text that `store` was called with; `None` for what it was not given."""
    named = dict(zip(("tool_call_id", "text"), asked.args, strict=False)) | asked.kwargs
    return named.get("tool_call_id"), named.get("text")


def in_words(places: Sequence[int | None]) -> str:
    """Name the results that were stored, in order."""
    known = [i for i in places if i is not None]
    if len(known) < len(places):
        return f"{len(places)} texts stored, some of them no result of the last batch"
    return f"{numbers(known)} stored" if known else "nothing stored"


def in_order(places: Sequence[int | None]) -> str:
    """Name the results that were stored, one after the other."""
    return ", then ".join(f"message {i}" for i in places)


def finding(trial: Trial, expected: str, got: str) -> Finding:
    """Return a finding with the history drawn beside it."""
    if other_messages(trial) is not None:
        return Finding(expected, got)
    rows = content_rows(trial.messages, trial.answer["messages"], trial.right_answer["messages"], became)
    return Finding(expected, got, rows)


def became(before: Any, after: Any) -> str:
    """Say what a content has become."""
    if same(before, after):
        return "as it was"
    return "handle" if type(after) is str and after.startswith(HANDLE) else "changed"


def other_messages(trial: Trial) -> Finding | None:
    """Judge that nothing but contents in the last batch with a result differs."""
    looked_at = {id(trial.messages[i]) for i in budget(trial).inside}
    return rewritten(trial.messages, trial.answer["messages"], lambda message: id(message) in looked_at)


def not_to_store(trial: Trial, exception: str, why: str) -> Finding | None:
    """Return the finding where a result was stored that is no candidate for this reason."""
    wrong = budget(trial).wrongly_stored(exception)
    return finding(trial, f"message {wrong[0]} left: it is {why}", f"message {wrong[0]} stored") if wrong else None


def spelled(asked: Asked) -> str:
    """Write the arguments of a call of `store`, long ones cut."""
    return ", ".join([*map(shown, asked.args), *(f"{key}={shown(each)}" for key, each in asked.kwargs.items())])


def called(asked: Sequence[Asked]) -> str:
    """Say how often `store` was called."""
    return "store called once" if len(asked) == 1 else f"store called {len(asked)} times"


def handle(trial: Trial, index: int) -> str:
    """Return the handle of a result that was stored, with the path that the store answered."""
    facts, answers = budget(trial), trial.case.scripts["store"].answers
    path = answers[min(facts.mine.index(index), len(answers) - 1)].get("return")
    text = text_of(trial.messages[index])
    return f'{HANDLE} path="{path}" chars="{len(text)}">\n{text[: facts.preview]}\n</persisted-output>'


def whole(content: Any) -> str:
    """Write a handle with its first line whole, so that every part of it can be compared."""
    if type(content) is not str or not content.startswith(HANDLE):
        return shown(content)
    first, newline, rest = content.partition("\n")
    return f"{first[:120]!r}, then {shown(newline + rest)}"
