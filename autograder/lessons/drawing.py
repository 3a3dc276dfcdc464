"""Histories as rows: which message of the input stands where in an answer."""

from collections import defaultdict
from typing import Any

from autograder.execution.values import same
from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, call_ids, is_tool_result, text_of
from autograder.lessons.lesson import Row

MAX_ROWS = 14
_QUOTED = 24  # characters of a message's text that a row shows


def positions(messages: list[Message], answer: list[Any]) -> list[int | None]:
    """Return, for each message of an answer, the index of the input message it equals; `None` for a new one.

    Equal messages are matched in order; one that comes more often than it was given keeps its last index.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for index, message in enumerate(messages):
        places[_key(message)].append(index)
    taken: dict[str, int] = defaultdict(int)
    found: list[int | None] = []
    for message in answer:
        key = _key(message)
        known = [i for i in places.get(key, []) if same(messages[i], message)]
        found.append(known[min(taken[key], len(known) - 1)] if known else None)
        taken[key] += 1
    return found


def _key(message: Any) -> str:
    return f"{message.get('role')}|{message.get('content')}|{message.get('tool_call_id')}" if message else ""


def kept_rows(messages: list[Message], yours: list[int | None], right: list[int | None]) -> tuple[Row, ...]:
    """Return the input as rows that say what each answer kept, cut to the rows around the first difference."""
    rows = [
        Row(i, label, _word(yours.count(i)), _word(right.count(i))) for i, label in enumerate(message_labels(messages))
    ]
    different = [row.index or 0 for row in rows if row.yours != row.right]
    return window_of_rows(rows, different[0] if different else 0)


def window_of_rows(rows: list[Row], around: int) -> tuple[Row, ...]:
    """Return at most `MAX_ROWS` rows, those around an index."""
    start = max(0, min(around - MAX_ROWS // 2, len(rows) - MAX_ROWS))
    return tuple(rows[start : start + MAX_ROWS])


def _word(times: int) -> str:
    return {0: "-", 1: "kept", 2: "twice"}.get(times, f"{times} times")


def message_labels(messages: list[Message]) -> list[str]:
    """Return a short name for each message; results are drawn under their call."""
    inside = {i for batch in find_batches(messages) for i in range(batch.start + 1, batch.end)}
    return [("└ " if i in inside else "") + message_label(message) for i, message in enumerate(messages)]


def message_label(message: Message) -> str:
    """Return a short name for one message.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> message_label(user("and?")), message_label(assistant(calls=["a", "b"])), message_label(tool("1", "a"))
        ('user "and?"', 'assistant calls a, b', 'tool a')
    """
    if is_tool_result(message):
        return f"tool {message.get('tool_call_id')}"
    if call_ids(message):
        return f"{message.get('role')} calls {', '.join(call_ids(message))}"
    text = " ".join(text_of(message).split())
    shown = text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"
    return f'{message.get("role")} "{shown}"'


def numbers(indices: list[int]) -> str:
    """Name messages by index, as part of a sentence.

    Examples:
        >>> numbers([3]), numbers([1, 2, 4]), numbers([2, 3, 4, 5])
        ('message 3', 'messages 1, 2 and 4', 'messages 2 to 5')
    """
    if len(indices) == 1:
        return f"message {indices[0]}"
    if len(indices) > 3 and indices == list(range(indices[0], indices[-1] + 1)):
        return f"messages {indices[0]} to {indices[-1]}"
    return f"messages {', '.join(map(str, indices[:-1]))} and {indices[-1]}"
