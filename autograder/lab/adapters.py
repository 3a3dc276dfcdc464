"""From one history to what each profile takes."""

from collections.abc import Sequence
from typing import Any

from autograder.lab.blocks import to_blocks
from autograder.lab.messages import Message, calls_of
from autograder.lab.rules import ANTHROPIC, STRICT


def adapt(messages: Sequence[Message], profile: str) -> dict[str, Any]:
    """Return a history in flat form as the arguments of a request to this profile.

    Args:
        messages: in flat form.
        profile: one of `PROFILES`.

    Examples:
        >>> from autograder.lab import system, user
        >>> adapt([system("Be brief."), user("hi")], "anthropic")
        {'system': 'Be brief.', 'messages': [{'role': 'user', 'content': 'hi'}]}
    """
    if profile == ANTHROPIC:
        return to_blocks(messages)
    return {"messages": merge_neighbours(messages) if profile == STRICT else list(messages)}


def merge_neighbours(messages: Sequence[Message]) -> list[Message]:
    r"""Merge neighbours of one role into one message each, for a provider that wants roles to alternate.

    Texts are joined by a blank line, parts stand one after the other. Results, and an assistant message
    whose calls wait for theirs, are never merged.

    Examples:
        >>> from autograder.lab import user
        >>> merge_neighbours([user("hi"), user("again")])
        [{'role': 'user', 'content': 'hi\n\nagain'}]
    """
    merged: list[Message] = []
    for message in messages:
        if merged and _may_join(merged[-1], message):
            merged[-1] = _joined(merged[-1], message)
        else:
            merged.append(message)
    return merged


def _may_join(before: Message, after: Message) -> bool:
    return before["role"] == after["role"] != "tool" and not calls_of(before)


def _joined(before: Message, after: Message) -> Message:
    contents = [message["content"] for message in (before, after) if message.get("content")]
    if all(isinstance(content, str) for content in contents):
        content: Any = "\n\n".join(contents) if contents else after.get("content")
    else:
        content = [part for each in contents for part in _parts(each)]
    return {**before, **after, "content": content}


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content
