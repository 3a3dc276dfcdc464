"""Batches: an assistant message with calls, and the results directly after it.

Pairing is by position, never by a look-up of ids over the whole history: ids may repeat (`call_0` every turn).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.lab.messages import Message, call_ids, calls_of, is_tool_result


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of a history.

    Attributes:
        start: index of the assistant message with the calls.
        end: index after the last result.
        missing: ids of the calls that have no result, in call order.
        foreign: indices of results that answer no call of this batch, or one already answered.
    """

    start: int
    end: int
    missing: tuple[str, ...]
    foreign: tuple[int, ...]


def find_batches(messages: Sequence[Message]) -> list[Batch]:
    """Find the batches of a history, oldest first. Linear in the number of messages.

    Examples:
        >>> from autograder.lab.messages import assistant, tool, user
        >>> history = [user("?"), assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b")]
        >>> [(batch.start, batch.end) for batch in find_batches(history)]
        [(1, 4)]
    """
    batches = []
    start = 0
    while start < len(messages):
        end = start + 1
        if calls_of(messages[start]):
            while end < len(messages) and is_tool_result(messages[end]):
                end += 1
            batches.append(_batch(messages, start, end))
        start = end
    return batches


def _batch(messages: Sequence[Message], start: int, end: int) -> Batch:
    ids = call_ids(messages[start])
    if ids == [messages[index].get("tool_call_id") for index in range(start + 1, end)]:
        return Batch(start, end, (), ())
    open_calls = Counter(ids)
    foreign = []
    for index in range(start + 1, end):
        id = messages[index].get("tool_call_id")
        if id is not None and open_calls[id] > 0:
            open_calls[id] -= 1
        else:
            foreign.append(index)
    missing = []
    for id in reversed(ids):  # the k-th call takes the k-th result, so the last calls go without
        if open_calls[id] > 0:
            open_calls[id] -= 1
            missing.append(id)
    return Batch(start, end, tuple(reversed(missing)), tuple(foreign))


def is_running(batch: Batch, messages: Sequence[Message]) -> bool:
    """Say whether a batch stands at the very end and still lacks results."""
    return batch.end == len(messages) and bool(batch.missing)
