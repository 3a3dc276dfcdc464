"""What Anthropic checks in block form, one function a rule: the first message at fault, or `None`.

Each but the first may rely on `malformed` having found nothing. Neighbours of one role are merged by the provider,
so no rule forbids them; but all results of a batch stand in the one user message directly after it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from autograder.lab.errors import (
    BadArguments,
    BadRequest,
    DuplicateId,
    EmptyContent,
    MisplacedSystem,
    NameTooLong,
    OrphanResult,
    ResultsNotFirst,
    UnansweredCall,
)
from autograder.lab.flat_rules import first_malformed, flaw_of_content
from autograder.lab.messages import Message

LONGEST_NAME = 200  # characters

Block = dict[str, Any]


def system_inside(messages: Sequence[Message]) -> BadRequest | None:
    """Find a system message; the system prompt has a field of its own."""
    for index, message in enumerate(messages):
        if message["role"] == "system":
            return MisplacedSystem(f"message {index} is a system message; send it in the field `system`", index)
    return None


def malformed(messages: Sequence[Message]) -> BadRequest | None:
    """Find a message that is not built the way the format says."""
    return first_malformed(messages, _flaw)


def _flaw(message: Message) -> str:
    role = message.get("role")
    if role not in ("user", "assistant", "system"):  # a system message breaks a rule of its own
        return f"has the role {role!r}; block form knows user and assistant (`to_blocks` converts a history)"
    if message.get("tool_calls"):
        return "has tool_calls; in block form a call is a tool_use block (`to_blocks` converts a history)"
    content = message.get("content")
    flaws = (_flaw_of_block(role, block) for block in blocks_of(message)) if isinstance(content, list) else ()
    return flaw_of_content(content) or next(filter(None, flaws), "")


def _flaw_of_block(role: str, block: Block) -> str:
    if block["type"] == "tool_use":
        if role != "assistant":
            return "has a tool_use block, but only an assistant calls tools"
        named = all(isinstance(block.get(key), str) and block[key] for key in ("id", "name"))
        return "" if named and "input" in block else "has a tool_use block without id, name or input"
    if block["type"] == "tool_result":
        if role != "user":
            return "has a tool_result block, but results come in user messages"
        if not isinstance(block.get("tool_use_id"), str):
            return "has a tool_result block without a tool_use_id"
        return flaw_of_content(block.get("content"))
    return ""


def blocks_of(message: Message) -> list[Block]:
    """Return the blocks of a message; plain text has none."""
    content = message.get("content")
    return content if isinstance(content, list) else []


def _uses(message: Message) -> Iterator[Block]:
    return (block for block in blocks_of(message) if block["type"] == "tool_use")


def _results(message: Message) -> Iterator[Block]:
    return (block for block in blocks_of(message) if block["type"] == "tool_result")


def unpaired(messages: Sequence[Message]) -> BadRequest | None:
    """Find a result whose call is not in the message before it, or a call without result in the message after it."""
    calls: list[str] = []
    for index, message in enumerate(messages):
        open_calls = Counter(calls)
        for block in _results(message):
            id = block["tool_use_id"]
            if open_calls[id] == 0:
                sentence = f"message {index} has a result for {id!r}, but the message before it has no such open call"
                return OrphanResult(sentence, index, (id,))
            open_calls[id] -= 1
        missing = tuple(open_calls.elements())
        if missing:
            return _unanswered(index - 1, missing)
        calls = [block["id"] for block in _uses(message)]
    return _unanswered(len(messages) - 1, tuple(calls)) if calls else None


def _unanswered(index: int, missing: tuple[str, ...]) -> UnansweredCall:
    sentence = f"message {index} calls tools, and the message after it has no result for {', '.join(missing)}"
    return UnansweredCall(sentence, index, missing)


def repeated_id(messages: Sequence[Message]) -> BadRequest | None:
    """Find a call whose id another call of the request has already."""
    first: dict[str, int] = {}
    for index, message in enumerate(messages):
        for block in _uses(message):
            id = block["id"]
            if id in first:
                sentence = f"message {index} has the call id {id!r}, which message {first[id]} has already"
                return DuplicateId(sentence, index, (id,))
            first[id] = index
    return None


def result_after_text(messages: Sequence[Message]) -> BadRequest | None:
    """Find a user message in which something stands before a result."""
    for index, message in enumerate(messages):
        kinds = [block["type"] == "tool_result" for block in blocks_of(message)]
        if kinds != sorted(kinds, reverse=True):
            return ResultsNotFirst(f"message {index} has something before a result; put the results first", index)
    return None


def bad_input(messages: Sequence[Message]) -> BadRequest | None:
    """Find a call whose input is not an object."""
    for index, message in enumerate(messages):
        for block in _uses(message):
            if not isinstance(block["input"], dict):
                sentence = f"message {index}: the input of call {block['id']!r} is not an object"
                return BadArguments(sentence, index, (block["id"],))
    return None


def empty_text(messages: Sequence[Message]) -> BadRequest | None:
    """Find a message without content, or an empty text block."""
    for index, message in enumerate(messages):
        empty = any(block["type"] == "text" and not block["text"] for block in blocks_of(message))
        if empty or not message.get("content"):
            return EmptyContent(f"message {index} has an empty text; leave it out", index)
    return None


def long_name(messages: Sequence[Message]) -> BadRequest | None:
    """Find a call of a tool whose name is too long."""
    for index, message in enumerate(messages):
        for block in _uses(message):
            size = len(block["name"])
            if size > LONGEST_NAME:
                limit = f"a tool name of {size} characters; at most {LONGEST_NAME} are taken"
                return NameTooLong(f"message {index}: call {block['id']!r} has {limit}", index, (block["id"],))
    return None
