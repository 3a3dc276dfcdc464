"""Block form, the second shape of a history: Anthropic's, with all results of a batch in one user message.

Both ways lose nothing on well-formed histories in normal form: at most one system message and that first, text beside
calls as plain text, arguments as `call` writes them.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from autograder.lab.flat_rules import is_json_object
from autograder.lab.messages import Message, assistant, call, calls_of, is_tool_result, tool, user
from autograder.lab.sessions import long_history

Block = dict[str, Any]
Content = str | list[Block] | None


def to_blocks(messages: Sequence[Message]) -> dict[str, Any]:
    """Convert a history from flat form to block form.

    Returns:
        `messages`, and `system` where the history begins with a system message: the arguments of an Anthropic request.
        A system message in another place stays where it is, and a provider will refuse it.

    Examples:
        >>> blocks = to_blocks([user("ls?"), assistant(calls=[call("a", "ls")]), tool("x.md", "a")])
        >>> blocks["messages"][1]
        {'role': 'assistant', 'content': [{'type': 'tool_use', 'id': 'a', 'name': 'ls', 'input': {}}]}
        >>> blocks["messages"][2]
        {'role': 'user', 'content': [{'type': 'tool_result', 'tool_use_id': 'a', 'content': 'x.md'}]}
    """
    leading = next((i for i, message in enumerate(messages) if message.get("role") != "system"), len(messages))
    converted: list[Message] = []
    for of_results, group in groupby(messages[leading:], is_tool_result):
        if of_results:
            converted.append(user([_result(message) for message in group]))
        else:
            converted += [_turn(message) for message in group]
    head = {"system": _joined([message.get("content") for message in messages[:leading]])} if leading else {}
    return {**head, "messages": converted}


def from_blocks(messages: Iterable[Message], system: Content = None) -> list[Message]:
    """Convert a history from block form to flat form.

    Args:
        messages: in block form; results in a user message come before the rest of it.
        system: the request's own field for the system prompt.

    Returns:
        A new history in flat form. A result's `is_error` stays as a key of its own.

    Examples:
        >>> from_blocks([user([{"type": "tool_result", "tool_use_id": "a", "content": "x.md"}])])
        [{'role': 'tool', 'tool_call_id': 'a', 'content': 'x.md'}]
    """
    flat = [] if system is None else [{"role": "system", "content": _parts(system)}]
    for message in messages:
        content = message.get("content")
        if isinstance(content, str) or content is None:
            flat.append({"role": message.get("role"), "content": content})
        elif message.get("role") == "assistant":
            flat.append(_assistant(content))
        else:
            flat += _results_then_rest(message, content)
    return flat


def long_block_history(count: int) -> list[Message]:
    """Return `long_history(count)` in block form, without its system prompt, for a large case.

    Examples:
        >>> [message["role"] for message in long_block_history(6)]
        ['user', 'assistant', 'user', 'assistant', 'user']
    """
    messages: list[Message] = to_blocks(long_history(count))["messages"]
    return messages


def _joined(contents: list[Content]) -> Content:
    if len(contents) == 1:
        return _blocks(contents[0])
    as_lists = ([{"type": "text", "text": each}] if isinstance(each, str) else each or [] for each in contents)
    return [_block(part) for each in as_lists for part in each]


def _turn(message: Message) -> Message:
    role, content = message.get("role"), _blocks(message.get("content"))
    calls = calls_of(message)
    if not calls:
        return {"role": role, "content": "" if content is None else content}
    said = [{"type": "text", "text": content}] if isinstance(content, str) and content else content or []
    uses = [{"type": "tool_use", "id": each["id"], **_name_and_input(each["function"])} for each in calls]
    return {"role": role, "content": [*said, *uses]}


def _name_and_input(function: dict[str, Any]) -> dict[str, Any]:
    arguments = function.get("arguments") or "{}"
    return {"name": function.get("name"), "input": json.loads(arguments) if is_json_object(arguments) else arguments}


def _result(message: Message) -> Block:
    content = _blocks(message.get("content"))
    result: Block = {"type": "tool_result", "tool_use_id": message.get("tool_call_id")}
    if content is not None:
        result["content"] = content
    return result | ({"is_error": message["is_error"]} if "is_error" in message else {})


def _assistant(blocks: list[Block]) -> Message:
    calls = [_call(block) for block in blocks if block.get("type") == "tool_use"]
    said = [_part(block) for block in blocks if block.get("type") != "tool_use"]
    if not calls:
        return assistant(said)
    plain = len(said) == 1 and said[0].get("type") == "text"
    return assistant(said[0]["text"] if plain else said or None, calls)


def _call(block: Block) -> dict[str, Any]:
    return call(block["id"], block["name"], block["input"])


def _results_then_rest(message: Message, blocks: list[Block]) -> list[Message]:
    results = [_tool(block) for block in blocks if block.get("type") == "tool_result"]
    rest = [_part(block) for block in blocks if block.get("type") != "tool_result"]
    return [*results, *([{"role": message.get("role"), "content": rest}] if rest or not results else [])]


def _tool(block: Block) -> Message:
    message = tool(_parts(block.get("content")), block["tool_use_id"])
    return message | ({"is_error": block["is_error"]} if "is_error" in block else {})


def _blocks(content: Content) -> Content:
    return content if content is None or isinstance(content, str) else [_block(part) for part in content]


def _parts(content: Content) -> Content:
    return content if content is None or isinstance(content, str) else [_part(block) for block in content]


def _block(part: Block) -> Block:
    if part.get("type") != "image_url":
        return part
    url = part["image_url"]["url"]
    kind, _, data = url.partition(";base64,")
    if data and kind.startswith("data:"):
        return {"type": "image", "source": {"type": "base64", "media_type": kind[5:], "data": data}}
    return {"type": "image", "source": {"type": "url", "url": url}}


def _part(block: Block) -> Block:
    """Convert one block; `cache_control` is a setting of the request and not content, so it goes."""
    if block.get("type") != "image":
        return {key: value for key, value in block.items() if key != "cache_control"}
    source = block["source"]
    url = source["url"] if source["type"] == "url" else f"data:{source['media_type']};base64,{source['data']}"
    return {"type": "image_url", "image_url": {"url": url}}
