"""A learner's function in a session: called with a guard, its answer read, its messages found again among the given."""

import json
from collections.abc import Iterable
from functools import partial
from inspect import Parameter, signature
from typing import Any

from autograder.execution.cases import DEFAULT_SECONDS, one_call
from autograder.execution.outcomes import Outcome
from autograder.execution.running import run_case
from autograder.execution.values import Decoder, Encoder, Unreadable, in_words
from autograder.lab.messages import Message, call_ids
from autograder.lab.tokens import count_messages
from autograder.widgets.cast import Cast
from autograder.widgets.trying import name_of

SAYS = {
    "timeout": f"did not come back within {DEFAULT_SECONDS:g} s of processor time",
    "not written": "is not written yet",
}


class Stopped(Exception):  # noqa: N818  (it is shown at the round where it happens)
    """The function gave nothing that can be sent; the text says why, to follow its name."""


def applied(policy: Any, working: list[int], cast: Cast, gone: Iterable[int] = ()) -> tuple[list[int], str]:
    """Let a function choose what is sent.

    Args:
        policy: gets a list of messages; returns such a list, or a dict with one as `messages`.
        working: numbers of the messages it gets.
        cast: all messages; what the function writes is added.
        gone: numbers of messages it was not given, and may bring back from elsewhere.

    Returns:
        the numbers of the messages to send, and a quiet sentence where something was odd.

    Raises:
        Stopped: it raised, did not come back, or returned something else.
    """
    given = [cast.messages[number] for number in working]
    outcome = run_case(policy, one_call(Encoder().encode(given)), lambda name, args, kwargs: {"return": None})
    answer, note = _messages(outcome, given), "" if outcome.arguments is None else "changed the list it was given"
    return _numbers(answer, [*working, *gone], cast), note


def _messages(outcome: Outcome, given: list[Message]) -> list[Any]:
    """Return the messages of an answer; those that were given are the same objects."""
    if outcome.status != "ok":
        raise Stopped(_why(outcome))
    try:
        answer = Decoder(given).decode(outcome.values[0])
    except Unreadable as problem:
        raise Stopped(f"returned something that {problem}") from None
    messages = answer.get("messages") if type(answer) is dict else answer
    if not isinstance(messages, list):
        raise Stopped(f"returned {in_words(answer)}, not a list of messages, nor a dict with 'messages'")
    for number, message in enumerate(messages):
        if type(message) is not dict:
            raise Stopped(f"returned a list whose entry {number} is {in_words(message)}, not a message")
        try:
            count_messages([message])
        except Exception:
            raise Stopped(f"returned a list whose entry {number} is not built like a message") from None
    return messages


def _why(outcome: Outcome) -> str:
    error = outcome.error
    if outcome.status in SAYS:
        return SAYS[outcome.status]
    if outcome.status == "unreadable":
        return f"returned something that {outcome.note}"
    if error is None:
        return outcome.note or outcome.status
    text = f"raised {error.kinds[0]}: {error.text}" if error.text else f"raised {error.kinds[0]}"
    return text + "".join(f"\n{where}: {line}" for where, line in error.frames[-1:])


def _numbers(answer: list[Any], known: list[int], cast: Cast) -> list[int]:
    """Find the messages of an answer among those that are known: an equal one, or one that stands in its place."""
    same: dict[str, list[int]] = {}
    places: dict[str, list[int]] = {}
    for number in known:
        same.setdefault(_content_key(cast.messages[number]), []).append(number)
        places.setdefault(_place_key(cast.messages[number]), []).append(number)
    taken: set[int] = set()
    numbers = []
    for message in answer:
        found = _free(same.get(_content_key(message), []), taken)
        key = _place_key(message)
        number = cast.add(message, _free(places.get(key, []), taken) if key else None) if found is None else found
        taken.add(number)
        numbers.append(number)
    return numbers


def _free(numbers: list[int], taken: set[int]) -> int | None:
    return next((each for each in numbers if each not in taken), None)


def _content_key(message: Message) -> str:
    return json.dumps(message, sort_keys=True, default=repr)


def _place_key(message: Message) -> str:
    """Return what a message keeps when its content is rewritten; empty for one that has nothing of the kind."""
    ids = [str(message.get("tool_call_id") or ""), *map(str, call_ids(message))]
    return f"{message.get('role')} {ids}" if any(ids) else ""


def named(function: Any, arguments: dict[str, Any]) -> tuple[str, Any]:
    """Return a lane's name and its policy: the function, with further arguments given."""
    shown = ", ".join(f"{key}={_short(each)}" for key, each in arguments.items())
    name = name_of(function)
    return f"{name}({shown})" if shown else name, partial(function, **arguments)


def parameters_of(function: Any) -> dict[str, Parameter]:
    """Return what a function takes besides its first argument, by name; nothing for one that does not say."""
    try:
        return dict(list(signature(function).parameters.items())[1:])
    except (TypeError, ValueError):
        return {}


def _short(argument: Any) -> str:
    if isinstance(argument, int | float | str | bool | None):
        text = repr(argument)
        return text if len(text) <= 24 else f"{text[:23]}…"
    return getattr(argument, "__name__", type(argument).__name__)
