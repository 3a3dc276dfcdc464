"""What messages say, as lessons about contents show and compare it."""

from collections.abc import Callable
from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message, is_tool_result
from autograder.lessons.drawing import message_labels, window_of_rows
from autograder.lessons.lesson import Finding, Row

_SHOWN = 48  # characters of a content that a finding shows
HANDLE = "<persisted-output"


def shown(content: Any) -> str:
    r"""Write a content on one short line.

    Examples:
        >>> shown("two\nlines"), shown(None), shown([{"type": "text", "text": "a"}, {"type": "image_url"}])
        ("'two\\nlines'", 'None', "parts: 'a', image_url")
        >>> shown("a" * 5000)
        "'aaaaaaaaaaaaaaaaaaaaaa … aaaaaaaaaaaaaaaaaaaaaa' (5,000 characters)"
    """
    if type(content) is str:
        if len(content) <= _SHOWN:
            return repr(content)
        half = _SHOWN // 2 - 2
        return f"{repr(content[:half])[:-1]} … {repr(content[-half:])[1:]} ({len(content):,} characters)"
    if type(content) is list:
        return f"parts: {', '.join(map(_part, content[:3]))}{', …' if len(content) > 3 else ''}"
    return repr(content)[:_SHOWN]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    Examples:
        >>> counted(1, "character"), counted(2_000, "character")
        ('1 character', '2,000 characters')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _part(part: Any) -> str:
    kind = part.get("type") if type(part) is dict else None
    return shown(part.get("text")) if kind == "text" and type(part.get("text")) is str else str(kind)[:_SHOWN]


def rewritten(
    messages: list[Message], answer: list[Message], may_change: Callable[[Message], bool] = is_tool_result
) -> Finding | None:
    """Judge that an answer holds the same messages in the same order, with nothing new but contents.

    Args:
        messages: the input.
        answer: the learner's.
        may_change: says whose content may differ.
    """
    if len(answer) != len(messages):
        return Finding(f"{counted(len(messages), 'message')}, as many as came in", counted(len(answer), "message"))
    for index, (before, after) in enumerate(zip(messages, answer, strict=True)):
        ignored = {"content"} if may_change(before) else set()
        others = [
            key for key in {**before, **after} if key not in ignored and not same(before.get(key), after.get(key))
        ]
        if others:
            said = " and ".join(f"{key} {shown(after.get(key))}" for key in others)
            kept = " and ".join(f"{key} {shown(before.get(key))}" for key in others)
            return Finding(f"message {index} with {kept}, as it was", f"message {index} with {said}")
    return None


def content_rows(
    messages: list[Message], answer: list[Message], right: list[Message], word: Callable[[Any, Any], str]
) -> tuple[Row, ...]:
    """Return the history as rows that say what each answer made of a content, around the first difference.

    There are no rows where the words would be the same in both columns, so that no table contradicts a finding.

    Args:
        messages: the input.
        answer: the learner's, with as many messages.
        right: a right version's.
        word: says in a word or two what a content has become, from the content before and after.
    """
    rows = [
        Row(i, label, word(before.get("content"), mine.get("content")), word(before.get("content"), its.get("content")))
        for i, (label, before, mine, its) in enumerate(
            zip(message_labels(messages), messages, answer, right, strict=True)
        )
    ]
    different = [row.index or 0 for row in rows if row.yours != row.right]
    return window_of_rows(rows, different[0]) if different else ()
