"""What a compaction did with a history, and what it should have done: the ground of two lessons."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from autograder.execution.cases import Script
from autograder.execution.values import same
from autograder.lab.batches import Batch, find_batches, is_running
from autograder.lab.messages import Message, calls_of, system, user
from autograder.lessons.ch05_summarise.summaries import summary_message
from autograder.lessons.contents import shown
from autograder.lessons.drawing import message_labels, positions, window_of_rows
from autograder.lessons.histories import small_histories
from autograder.lessons.lesson import Finding, Row
from autograder.lessons.trial import Trial


@dataclass(frozen=True)
class Compaction:
    """A history before and after a compaction, the learner's and a right one.

    Attributes:
        trial: the case and what became of it.
        answer: the learner's messages.
        right: a right version's.
    """

    trial: Trial
    answer: list[Message]
    right: list[Message]

    @cached_property
    def messages(self) -> list[Message]:
        """The history that was given."""
        return self.trial.messages

    @cached_property
    def lead(self) -> int:
        """How many system messages lead the history."""
        return count_leading(self.messages)

    @cached_property
    def tail(self) -> range:
        """Which messages the tail must hold, before it grows."""
        count = len(self.messages)
        return range(max(self.lead, count - self.trial.given["keep_tail"]), count)

    @cached_property
    def unread(self) -> Batch | None:
        """The last batch, where it is running or holds results that the model has not seen."""
        return unread_batch(self.messages)

    @cached_property
    def middle(self) -> range:
        """Which messages stand between the leading system messages and the grown tail."""
        return middle_of(self.messages, self.trial.given["keep_tail"])

    @cached_property
    def asks(self) -> bool:
        """Whether a right version asks for a summary here."""
        return bool(self.trial.right_asked)

    @cached_property
    def summary(self) -> Any:
        """What the callback answered to a right version; `None` where it was not asked."""
        (script,) = self.trial.case.scripts.values()
        return script.answers[0].get("return") if self.asks else None

    @cached_property
    def is_said(self) -> bool:
        """Whether the callback answered with something that is not blank."""
        return isinstance(self.summary, str) and bool(self.summary.strip())

    @cached_property
    def compacts(self) -> bool:
        """Whether a right version puts a summary in place here."""
        return not same(self.messages, self.right)

    @cached_property
    def is_unchanged(self) -> bool:
        """Whether the learner's answer is the history as it was given."""
        return same(self.messages, self.answer)

    @cached_property
    def yours(self) -> list[int | None]:
        """For each message of the learner's answer, which message of the history it is."""
        return positions(self.messages, self.answer)

    @cached_property
    def have(self) -> set[int]:
        """Which messages the learner's answer holds."""
        return {i for i in self.yours if i is not None}

    @cached_property
    def want(self) -> set[int]:
        """Which messages a right answer holds."""
        return {i for i in positions(self.messages, self.right) if i is not None}

    def split(self) -> tuple[Batch, list[int]] | None:
        """Return a batch of which the learner's answer holds some messages and not others, and those it holds."""
        for batch in find_batches(self.messages):
            kept = [i for i in range(batch.start, batch.end) if i in self.have]
            if 0 < len(kept) < batch.end - batch.start:
                return batch, kept
        return None

    def lost_unread(self) -> list[int]:
        """Return the messages of an unread or running last batch that the learner's answer lacks."""
        batch = self.unread
        return [] if batch is None else sorted({*range(batch.start, batch.end)} - self.have)

    @property
    def how_unread(self) -> str:
        """Why the last batch stays."""
        running = self.unread is not None and is_running(self.unread, self.messages)
        return "still running" if running else "not read yet"

    def finding(self, expected: str, got: str) -> Finding:
        """Return a finding with the history drawn beside it."""
        gone = "summarised" if None in self.yours else "-"
        rows = [
            Row(i, label, "kept" if i in self.have else gone, "kept" if i in self.want else "summarised")
            for i, label in enumerate(message_labels(self.messages))
        ]
        different = [row.index or 0 for row in rows if row.yours != row.right]
        return Finding(expected, got, window_of_rows(rows, different[0] if different else 0))


def count_leading(messages: list[Message]) -> int:
    """Count the system messages at the very start."""
    return next((i for i, each in enumerate(messages) if each.get("role") != "system"), len(messages))


def unread_batch(messages: list[Message]) -> Batch | None:
    """Find the last batch, where no later assistant message shows that the model has seen its results."""
    last = max((i for i, each in enumerate(messages) if each.get("role") == "assistant"), default=-1)
    if last < 0 or not calls_of(messages[last]):
        return None
    return next(each for each in find_batches(messages) if each.start == last)


def middle_of(messages: list[Message], keep_tail: int) -> range:
    """Find what stands between the leading system messages and the tail, which is whole and holds what is unread."""
    lead = count_leading(messages)
    start = max(lead, len(messages) - keep_tail)
    for batch in find_batches(messages):
        if batch.start < start < batch.end:
            start = batch.start
    unread = unread_batch(messages)
    return range(lead, start if unread is None else min(start, unread.start))


def spelled_out(message: Message) -> str:
    """Write a new message so that role, content and further keys show."""
    others = "".join(f", {key}" for key in message if key not in ("role", "content"))
    return f"role {message.get('role')!r}, content {shown(message.get('content'))}{others}"


def says(*answers: Any) -> Script:
    """Make the script of a callback that returns these, one after the other."""
    return Script(tuple({"return": each} for each in answers))


def fails(name: str, *args: Any) -> Script:
    """Make the script of a callback that raises."""
    return Script(({"raise": name, "args": list(args)},))


def led_histories(max_size: int) -> Iterator[list[Message]]:
    """Yield every small history after a long request; those shorter by one also after system messages and a summary."""
    earlier = summary_message("The user asked to fix the login, and it was found.")
    request = user("Please fix the login, and say briefly what you did.")
    for messages in small_histories(max_size):
        yield [request, *messages]
        if len(messages) < max_size:
            yield messages
            yield [system("be brief"), system("be kind"), *messages]
            yield [system("be brief"), earlier, *messages]
