"""What providers check in flat form, one function a rule: the first message at fault, or `None`.

Each but the first may rely on `malformed` having found nothing.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from autograder.lab.errors import (
    BadArguments,
    BadRequest,
    EmptyContent,
    EmptyRequest,
    InvalidUnicode,
    MalformedMessage,
    MisplacedSystem,
    RolesOutOfOrder,
    WrongEnd,
    WrongStart,
)
from autograder.lab.messages import Message, calls_of

ROLES = ("system", "user", "assistant", "tool")


def no_message(messages: Sequence[Message]) -> BadRequest | None:
    """Find out whether there is nothing to answer."""
    return None if messages else EmptyRequest("the request has no message; send at least one")


def malformed(messages: Sequence[Message]) -> BadRequest | None:
    """Find a message that is not built the way the format says."""
    return first_malformed(messages, _flaw)


def first_malformed(messages: Sequence[Message], flaw_of: Callable[[Message], str]) -> BadRequest | None:
    """Find the first message that is no object, or of which `flaw_of` says what is wrong with it."""
    for index, message in enumerate(messages):
        flaw = flaw_of(message) if isinstance(message, dict) else "is not an object with a role and content"
        if flaw:
            return MalformedMessage(f"message {index} {flaw}", index)
    return None


def _flaw(message: Message) -> str:
    role = message.get("role")
    if role not in ROLES:
        return f"has the role {role!r}; the roles are {', '.join(ROLES)}"
    if role == "tool" and not isinstance(message.get("tool_call_id"), str):
        return "is a result without a tool_call_id"
    if message.get("tool_calls") is not None:
        return _flaw_of_calls(role, message["tool_calls"]) or flaw_of_content(message.get("content"))
    return flaw_of_content(message.get("content"))


def flaw_of_content(content: Any) -> str:
    """Say what is wrong with a content: it is text, `None`, or a list of parts that each name their type."""
    if content is None or isinstance(content, str):
        return ""
    if not isinstance(content, list):
        return "has content that is neither text nor a list of parts"
    for number, part in enumerate(content):
        if not isinstance(part, dict) or not isinstance(part.get("type"), str):
            return f"has part {number} without a type"
        if part["type"] == "text" and not isinstance(part.get("text"), str):
            return f"has the text part {number} without text"
    return ""


def _flaw_of_calls(role: str, calls: Any) -> str:
    if role != "assistant":
        return f"has calls, but its role is {role}; only an assistant calls tools"
    if not isinstance(calls, list):
        return "has tool_calls that are not a list"
    for number, each in enumerate(calls):
        function = each.get("function") if isinstance(each, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str) or not function["name"]:
            return f"has call {number} without a function's name"
        if not isinstance(each.get("id"), str) or not each["id"]:
            return f"has call {number} without an id"
        if not isinstance(function.get("arguments"), str):
            return f"has call {each['id']!r} with arguments that are not text"
    return ""


def half_character(messages: Sequence[Message]) -> BadRequest | None:
    """Find a text with a lone surrogate, which no JSON body in UTF-8 can carry."""
    for index, message in enumerate(messages):
        content, calls = message.get("content"), message.get("tool_calls")
        plain = isinstance(content, str) and content.isascii()
        if not (plain or content is None or all(map(_encodes, texts_in(content)))) or not _encodes(_call_text(calls)):
            return InvalidUnicode(f"message {index} has half a character (a lone surrogate) in its text", index)
    return None


def _call_text(calls: Any) -> str:
    if not calls:
        return ""
    return "".join(f"{each['id']}{each['function']['name']}{each['function']['arguments']}" for each in calls)


def texts_in(value: Any) -> Iterator[str]:
    """Go through every text inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


def _encodes(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def bad_arguments(messages: Sequence[Message]) -> BadRequest | None:
    """Find a call whose arguments are neither a JSON object nor the empty text."""
    return _first_bad_arguments(messages, empty_allowed=True)


def bad_or_empty_arguments(messages: Sequence[Message]) -> BadRequest | None:
    """Find a call whose arguments are not a JSON object."""
    return _first_bad_arguments(messages, empty_allowed=False)


def _first_bad_arguments(messages: Sequence[Message], empty_allowed: bool) -> BadRequest | None:
    for index, message in enumerate(messages):
        for each in calls_of(message):
            arguments = each["function"]["arguments"]
            if not (is_json_object(arguments) or (empty_allowed and not arguments)):
                flaw = "not a JSON object" if arguments else "empty; write {} for none"
                return BadArguments(
                    f"message {index}: the arguments of call {each['id']!r} are {flaw}", index, (each["id"],)
                )
    return None


@lru_cache(maxsize=65_536)
def is_json_object(text: str) -> bool:
    """Say whether a text is a JSON object; `NaN` is not JSON.

    Examples:
        >>> is_json_object('{"path": "a.md"}'), is_json_object("[]"), is_json_object('{"x": NaN}')
        (True, False, False)
    """
    try:
        return isinstance(json.loads(text, parse_constant=_refuse), dict)
    except (ValueError, RecursionError):
        return False


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def no_content(messages: Sequence[Message]) -> BadRequest | None:
    """Find a message without content; only beside calls it may be missing."""
    for index, message in enumerate(messages):
        content = message.get("content")
        if content == [] or (content is None and not calls_of(message)):
            return EmptyContent(f"message {index} has no content; only an assistant that calls tools needs none", index)
    return None


def later_system(messages: Sequence[Message]) -> BadRequest | None:
    """Find a system message that is not the first message."""
    for index, message in enumerate(messages):
        if index and message["role"] == "system":
            return MisplacedSystem(f"message {index} is a system message; only message 0 may be one", index)
    return None


def same_role_twice(messages: Sequence[Message]) -> BadRequest | None:
    """Find two neighbours that are both from the user or both from the assistant.

    A batch's results count as part of its assistant's turn, which may go on after them or end there.
    """
    for index in range(1, len(messages)):
        role = messages[index]["role"]
        if role in ("user", "assistant") and messages[index - 1]["role"] == role:
            return RolesOutOfOrder(f"messages {index - 1} and {index} are both from the {role}; merge them", index)
    return None


def not_from_user(messages: Sequence[Message]) -> BadRequest | None:
    """Find out whether something other than the user begins, after the system message."""
    start = 1 if messages[0]["role"] == "system" else 0
    if start < len(messages) and messages[start]["role"] == "user":
        return None
    return WrongStart(f"message {start} must be from the user: the conversation begins with a request", start)


def ends_with_assistant(messages: Sequence[Message]) -> BadRequest | None:
    """Find out whether the last message is neither the user's nor a result."""
    role = messages[-1]["role"]
    if role in ("user", "tool"):
        return None
    last = len(messages) - 1
    return WrongEnd(f"message {last}, the last one, is from the {role}; end with the user or a result", last)
