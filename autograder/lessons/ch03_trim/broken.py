"""A broken history: which of its results pair with which calls, and what has to be known to see it."""

from collections import Counter
from typing import Any, Literal

from autograder.lab.batches import Batch, find_batches, is_running
from autograder.lab.messages import Message, call_ids, is_tool_result

Subject = Literal["plain", "turn", "position"]  # what decides about a pair: nothing special, its turn, its place


class Broken:
    """A history as it came, with what its results have to do with its calls."""

    def __init__(self, messages: list[Message]) -> None:
        """Find the batches, and the ids that are no help."""
        self.messages = messages
        self.batches = find_batches(messages)
        self.plain = [i for i, each in enumerate(messages) if not is_tool_result(each)]
        self.batch_at = {batch.start: batch for batch in self.batches}
        self.batch_of = {i: batch for batch in self.batches for i in range(batch.start + 1, batch.end)}
        self.running = next((each for each in self.batches[-1:] if is_running(each, messages)), None)
        called = Counter(id for batch in self.batches for id in set(call_ids(messages[batch.start])))
        self.repeated = {id for id, count in called.items() if count > 1}

    def id_of(self, index: int) -> Any:
        """Return the id that a result answers to."""
        return self.messages[index].get("tool_call_id")

    def calls_of(self, batch: Batch) -> list[str]:
        """Return the ids of a batch's calls."""
        return call_ids(self.messages[batch.start])

    def results_of(self, batch: Batch, id: Any) -> list[int]:
        """Return the results with an id that stand in a batch."""
        return [i for i in range(batch.start + 1, batch.end) if self.id_of(i) == id]

    def is_doubled(self, batch: Batch, id: Any) -> bool:
        """Say whether a batch has several calls with an id, or several results for one."""
        calls = self.calls_of(batch).count(id)
        return calls > 1 or (calls == 1 and len(self.results_of(batch, id)) > 1)

    def why_orphan(self, index: int) -> str:
        """Say why a result answers no call, as part of a sentence."""
        batch = self.batch_of.get(index)
        if batch is None:
            before = max((i for i in self.plain if i < index), default=None)
            why = "nothing but results stands before it" if before is None else f"message {before} calls no tool"
            return f"it stands in no batch, since {why}"
        if self.id_of(index) is None:
            return "it has no tool_call_id"
        return f"no call of its batch, message {batch.start}, has the id {self.id_of(index)!r}"

    def subject(self, batch: Batch | None, id: Any) -> Subject:
        """Say what decides about the results and calls with an id in a batch, or outside of any."""
        if id in self.repeated:
            return "position"
        return "turn" if batch is not None and self.is_doubled(batch, id) else "plain"

    def subject_of(self, index: int) -> Subject:
        """Say what decides about a result."""
        return self.subject(self.batch_of.get(index), self.id_of(index))
