"""Arguments of calls, as the lesson that shrinks them shows and compares them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from autograder.execution.values import same
from autograder.lab.batches import find_batches, is_running
from autograder.lab.messages import Message, calls_of
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial

NOT_JSON = object()
_SHOWN = 100  # characters of arguments that a finding shows as they are


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call: as given, as answered, and as they should be.

    Attributes:
        place: which call, in words.
        before: the text that was given.
        mine: the learner's.
        right: a right version's.
        is_running: whether the call stands in a running batch.
    """

    place: str
    before: str
    mine: Any
    right: str
    is_running: bool

    @property
    def is_json(self) -> bool:
        """Whether the given text is JSON."""
        return parsed(self.before) is not NOT_JSON

    @property
    def is_cut(self) -> bool:
        """Whether a right version changes it."""
        return self.right != self.before

    def finding(self, expected: str) -> Finding:
        """Return a finding about this call."""
        return Finding(f"{self.place}: {expected}", f"{self.place}: {as_json(self.mine)}")


def as_json(text: Any) -> str:
    """Write arguments as they are, where they can be read on one short line."""
    return text if type(text) is str and text.isprintable() and 0 < len(text) <= _SHOWN else shown(text)


def parsed(text: Any) -> Any:
    """Return what a JSON text says, `NOT_JSON` where it is none."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, TypeError, RecursionError):
        return NOT_JSON


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def all_arguments(trial: Trial) -> list[Arguments]:
    """Return the arguments of every call; none where the answer's messages are not those that came in."""
    if frames_differ(trial) is not None:
        return []
    batches = find_batches(trial.messages)
    running = batches[-1].start if batches and is_running(batches[-1], trial.messages) else None
    return [
        Arguments(
            f"call {each['id']} of message {index}",
            each["function"]["arguments"],
            calls_of(trial.answer[index])[number]["function"]["arguments"],
            calls_of(trial.right_answer[index])[number]["function"]["arguments"],
            index == running,
        )
        for index, message in enumerate(trial.messages)
        for number, each in enumerate(calls_of(message))
    ]


def frames_differ(trial: Trial) -> Finding | None:
    """Judge that messages and calls are those that came in, but for arguments."""
    if len(trial.answer) != len(trial.messages):
        return Finding(f"{len(trial.messages)} messages, as many as came in", f"{len(trial.answer)} messages")
    for index, (before, after) in enumerate(zip(trial.messages, trial.answer, strict=True)):
        if not same(_frame(before), _frame(after)):
            return Finding(
                f"message {index} as it was, but for arguments of calls",
                f"message {index} with another role, content or call",
            )
    return None


def _frame(message: Message) -> Any:
    """Return a message without its arguments; an odd form is compared as it is."""
    calls = message.get("tool_calls")
    if type(calls) is not list or not all(map(_has_arguments, calls)):
        return message
    blank = [{**each, "function": {**each["function"], "arguments": None}} for each in calls]
    return {**message, "tool_calls": blank}


def _has_arguments(each: Any) -> bool:
    function = each.get("function") if type(each) is dict else None
    return type(function) is dict and "arguments" in function


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every leaf of a parsed value with its path; an empty list or dict is a leaf too."""
    inside = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    if not inside:
        yield path, value
    for key, each in inside:
        yield from leaves(each, (*path, key))


def long_leaf_wrong(trial: Trial, *, nested: bool) -> Finding | None:
    """Return the finding for the first long leaf that is not cut right, directly in an object or anywhere else."""
    limit = trial.given["max_leaf"]
    for each in all_arguments(trial):
        if not each.is_cut:
            continue
        mine, right = dict(leaves(parsed(each.mine))), dict(leaves(parsed(each.right)))
        for path, value in leaves(parsed(each.before)):
            direct = len(path) == 1 and type(path[0]) is str
            moved = path not in mine and right[path] in mine.values()  # a changed key is another rule's subject
            concerned = type(value) is str and len(value) > limit and direct != nested
            if concerned and mine.get(path) != right[path] and not moved:
                return each.finding(f"{spelled(path)} cut to {shown(right[path])}")
    return None


def values_differ(trial: Trial) -> Finding | None:
    """Return the finding for the first call that is cut, and says something else than it should."""
    for each in all_arguments(trial):
        if each.is_cut and not same(parsed(each.mine), parsed(each.right)):
            return each.finding(f"the value of {as_json(each.right)}")
    return None


def spelled(path: tuple[Any, ...]) -> str:
    """Write the path of a leaf.

    Examples:
        >>> spelled(("edits", 0, "old")), spelled(())
        ("['edits'][0]['old']", 'the text itself')
    """
    return "".join(f"[{each!r}]" for each in path) or "the text itself"


def escapes_letters(text: str) -> bool:
    r"""Say whether a JSON text writes a character beyond ASCII as an escape; half a surrogate pair may be one.

    Examples:
        >>> escapes_letters(r'"\u4f60"'), escapes_letters(r'"\\u4f60 \n \ud83d"'), escapes_letters(r'"\ud83d\ude00"')
        (True, False, True)
    """
    escapes = re.findall(r"(?:\\u[0-9a-fA-F]{4})+", text.replace("\\\\", ""))
    letters = (letter for each in escapes for letter in json.loads(f'"{each}"'))
    return any(ord(letter) > 127 and not 0xD800 <= ord(letter) <= 0xDFFF for letter in letters)
