"""Messages in OpenAI Chat Completions form: made, read, and written out as one text.

A message is a plain dict, so that whatever a learner writes works against a real API.
A missing key reads like `None` everywhere.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

Message = dict[str, Any]
Call = dict[str, Any]

DEFAULT_TOOL = "read_file"
DEFAULT_ARGUMENTS = "{}"


def system(content: Any) -> Message:
    """Make a system message."""
    return {"role": "system", "content": content}


def user(content: Any) -> Message:
    """Make a user message."""
    return {"role": "user", "content": content}


def assistant(content: Any = None, calls: Iterable[str | Call] = ()) -> Message:
    """Make an assistant message; with `calls`, the head of a batch.

    Args:
        content: what the model said; `None` beside calls.
        calls: each an id (a call of `read_file` without arguments) or what `call` returns.

    Examples:
        >>> [c["id"] for c in assistant(calls=["a", call("b", "grep")])["tool_calls"]]
        ['a', 'b']
    """
    message: Message = {"role": "assistant", "content": content}
    made = [call(each) if isinstance(each, str) else each for each in calls]
    return message | {"tool_calls": made} if made else message


def call(id: str, name: str = DEFAULT_TOOL, arguments: Any = DEFAULT_ARGUMENTS) -> Call:
    """Make one entry of an assistant message's `tool_calls`.

    Args:
        id: what the result answers to.
        name: the tool.
        arguments: JSON text, kept as it is; anything else is written as JSON.

    Examples:
        >>> call("a", "grep", {"pattern": "目标"})["function"]["arguments"]
        '{"pattern": "目标"}'
    """
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": id, "type": "function", "function": {"name": name, "arguments": text}}


def tool(content: Any, id: str) -> Message:
    """Make a result: the message that answers the call `id`."""
    return {"role": "tool", "tool_call_id": id, "content": content}


def calls_of(message: Message) -> Sequence[Call]:
    """Return the calls of a message; empty where it has none."""
    return message.get("tool_calls") or ()


def call_ids(message: Message) -> list[str]:
    """Return the ids of a message's calls, in call order."""
    return [each["id"] for each in calls_of(message)]


def is_tool_result(message: Message) -> bool:
    """Say whether this is a result, the answer to a call."""
    return message.get("role") == "tool"


def text_of(message: Message) -> str:
    """Return the text of a message: `None` is empty, text parts are joined with nothing, other parts are empty.

    Examples:
        >>> text_of(user([{"type": "text", "text": "see "}, {"type": "image_url"}, {"type": "text", "text": "it"}]))
        'see it'
    """
    content = message.get("content")
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(part.get("text") or "" for part in content if part.get("type") == "text")


def serialize(messages: Iterable[Message]) -> str:
    r"""Write a history as the one text that is counted, summarised and compared.

    Per message `role:content`, then for each call a space and the tool's name and arguments with nothing
    between them, then a newline.

    Examples:
        >>> serialize([user("read it"), assistant(calls=[call("a", "ls", "")]), tool("x.md", "a")])
        'user:read it\nassistant: ls\ntool:x.md\n'
    """
    return "".join(map(_line, messages))


def _line(message: Message) -> str:
    functions = [each["function"] for each in calls_of(message)]
    calls = "".join(f" {f.get('name') or ''}{f.get('arguments') or ''}" for f in functions)
    return f"{message.get('role') or ''}:{text_of(message)}{calls}\n"
