"""Items, the form of OpenAI's Responses API: messages, calls and outputs side by side in one list."""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any

from autograder.lab.errors import MalformedMessage, OrphanResult, UnansweredCall
from autograder.lab.messages import Message, assistant, call, calls_of, tool

Item = dict[str, Any]
TEXT_PARTS = ("input_text", "output_text", "text")


def from_items(items: Sequence[Item]) -> list[Message]:
    """Convert items to a history in flat form.

    Neighbouring calls become one batch, and each output moves directly behind the calls that ask for it.

    Raises:
        OrphanResult: an output has no call with its `call_id` before it.
        UnansweredCall: a call has no output.
        MalformedMessage: an item is not built the way the format says.

    Examples:
        >>> call_item = {"type": "function_call", "call_id": "a", "name": "ls", "arguments": "{}"}
        >>> output = {"type": "function_call_output", "call_id": "a", "output": "x.md"}
        >>> [message["role"] for message in from_items([call_item, output])]
        ['assistant', 'tool']
    """
    outputs = _outputs_by_call(items)
    history: list[Message] = []
    waiting: list[str] = []
    for item in items:
        if item.get("type") != "function_call":
            history += [outputs[id].popleft() for id in waiting]
            waiting = []
        if item.get("type") == "function_call":
            _add_call(history, item, joins=bool(waiting))
            waiting.append(item["call_id"])
        elif item.get("type", "message") == "message":
            history.append({"role": _role(item), "content": _content(item.get("content"))})
    return history + [outputs[id].popleft() for id in waiting]


def _outputs_by_call(items: Sequence[Item]) -> dict[str, deque[Message]]:
    """Check every item, and gather the outputs; the k-th output with an id answers the k-th call with it."""
    outputs: dict[str, deque[Message]] = defaultdict(deque)
    open_calls: dict[str, deque[int]] = defaultdict(deque)
    for index, item in enumerate(items):
        kind = _kind(index, item)
        if kind == "function_call":
            open_calls[item["call_id"]].append(index)
        elif kind == "function_call_output":
            id = item["call_id"]
            if not open_calls[id]:
                raise OrphanResult(
                    f"item {index} is an output for {id!r}, but no call before it has that id", index, (id,)
                )
            open_calls[id].popleft()
            outputs[id].append(tool(_content(item.get("output")), id))
    unanswered = min(((indices[0], id) for id, indices in open_calls.items() if indices), default=None)
    if unanswered is not None:
        index, id = unanswered
        raise UnansweredCall(f"item {index} is the call {id!r}, and no output answers it", index, (id,))
    return outputs


def _kind(index: int, item: Any) -> str:
    kind = item.get("type", "message") if isinstance(item, dict) else None
    needed = {
        "message": ("role",),
        "function_call": ("call_id", "name", "arguments"),
        "function_call_output": ("call_id",),
        "reasoning": (),
    }
    if kind not in needed:
        raise MalformedMessage(
            f"item {index} has the type {kind!r}; the lab takes {', '.join(needed)} and compaction", index
        )
    for key in needed[kind]:
        if not isinstance(item.get(key), str):
            raise MalformedMessage(f"item {index}, a {kind}, has no {key}", index)
    return str(kind)


def _role(item: Item) -> str:
    return "system" if item["role"] == "developer" else str(item["role"])


def _add_call(history: list[Message], item: Item, joins: bool) -> None:
    made = call(item["call_id"], item["name"], item["arguments"])
    if joins or (history and history[-1]["role"] == "assistant"):
        history[-1] = assistant(history[-1]["content"], [*calls_of(history[-1]), made])
    else:
        history.append(assistant(calls=[made]))


def _content(content: Any) -> Any:
    if not isinstance(content, list):
        return content
    return [_part(part) for part in content]


def _part(part: Any) -> Any:
    if isinstance(part, dict) and part.get("type") in TEXT_PARTS:
        return {"type": "text", "text": part.get("text")}
    if isinstance(part, dict) and part.get("type") == "input_image":
        return {"type": "image_url", "image_url": {"url": part.get("image_url")}}
    return part


def to_items(message: Message, prefix: str) -> list[Item]:
    """Convert a reply to items: what it says, then its calls.

    Args:
        message: an assistant message with plain text.
        prefix: what makes the items' own ids unique.
    """
    items: list[Item] = []
    if message.get("content"):
        text = {"type": "output_text", "text": message["content"], "annotations": [], "logprobs": []}
        items.append(
            {"type": "message", "id": f"msg_{prefix}", "role": "assistant", "status": "completed", "content": [text]}
        )
    for index, each in enumerate(calls_of(message)):
        called = {"call_id": each["id"], "name": each["function"]["name"], "arguments": each["function"]["arguments"]}
        items.append({"type": "function_call", "id": f"fc_{prefix}_{index}", "status": "completed", **called})
    return items
