"""OpenAI's Responses API, as JSON over HTTP, with compaction on the server's side.

A request with `context_management=[{"type": "compaction", "compact_threshold": n}]` whose prompt weighs more than n
gets an opaque compaction item ahead of the answer. Whatever stood before that item may be left out from then on.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from autograder.lab.adapters import adapt
from autograder.lab.batches import find_batches
from autograder.lab.chat_face import OPENED_AT, Body, list_or_none, whole_number
from autograder.lab.errors import BadRequest, MalformedMessage
from autograder.lab.items import Item, from_items, to_items
from autograder.lab.messages import Message, assistant, system, user
from autograder.lab.provider import Provider, Reply
from autograder.lab.summarizers import Summarizer
from autograder.lab.tokens import count_messages, count_tools
from autograder.lab.usage import Usage

CARRIED_ON = "What happened before, summed up by the server:\n\n"


class Responses:
    """The Responses API of one provider, with the responses it remembers."""

    def __init__(self, provider: Provider) -> None:
        """Remember nothing yet."""
        self._provider = provider
        self._summarizer = Summarizer("faithful")
        self._items: dict[str, list[Item]] = {}

    def create(self, body: Body) -> Body:
        """Answer one request.

        Raises:
            LabError: it is refused, or asks for what the lab does not do.
        """
        if body.get("stream"):
            raise BadRequest("stream is true; the lab streams chat completions only")
        items = self._remembered(body.get("previous_response_id")) + _given(body.get("input"))
        tools = list_or_none(body, "tools")
        instructions = [system(body["instructions"])] if body.get("instructions") else []
        history = _opened(items)
        made: list[Item] = []
        spent = Usage()
        threshold = _threshold(body)
        if threshold is not None and count_messages(instructions + history) + count_tools(tools) > threshold:
            history, made, spent = self._compacted(instructions, history, tools)
        room = whole_number(body, "max_output_tokens")
        reply = self._provider.complete(
            **adapt(instructions + history, self._provider.profile), tools=tools, max_tokens=room
        )
        number = f"{len(self._provider.requests):06}"
        output = [*made, *to_items(reply.message, number)]
        if body.get("store") is not False:
            self._items[f"resp_{number}"] = [*items, *output]
        return self._response(body, f"resp_{number}", output, reply, spent + reply.tokens)

    def _remembered(self, id: Any) -> list[Item]:
        if id is None:
            return []
        if not isinstance(id, str) or id not in self._items:
            raise BadRequest(f"previous_response_id is {id!r}; no response of that id is remembered")
        return self._items[id]

    def _compacted(
        self, instructions: list[Message], history: list[Message], tools: list[Any] | None
    ) -> tuple[list[Message], list[Item], Usage]:
        """Run the compaction pass, which is a request like any other and is billed like one."""
        summary = assistant(self._summarizer(history))
        state = [user(f"{CARRIED_ON}{summary['content']}"), *_still_needed(history)]
        if count_messages(state) >= count_messages(history):
            return history, [], Usage()
        request = adapt(instructions + history, self._provider.profile)
        reply = self._provider.complete(**request, tools=tools, script=lambda _: summary)
        number = f"{len(self._provider.requests):06}"
        item = {"type": "compaction", "id": f"cmp_{number}", "encrypted_content": _sealed(state)}
        return state, [item], reply.tokens

    def _response(self, body: Body, id: str, output: list[Item], reply: Reply, spent: Usage) -> Body:
        cut = reply.finish_reason == "length"
        return {
            "id": id,
            "object": "response",
            "created_at": OPENED_AT + int(self._provider.now),
            "status": "incomplete" if cut else "completed",
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "error": None,
            "model": self._provider.model.name,
            "output": output,
            "previous_response_id": body.get("previous_response_id"),
            "instructions": body.get("instructions"),
            "tools": body.get("tools") or [],
            "tool_choice": "auto",
            "parallel_tool_calls": True,
            "metadata": {},
            "usage": {
                "input_tokens": spent.prompt,
                "input_tokens_details": {"cached_tokens": spent.cache_read, "cache_write_tokens": spent.cache_write},
                "output_tokens": spent.output,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": spent.prompt + spent.output,
            },
        }


def _given(given: Any) -> list[Item]:
    if isinstance(given, str):
        return [{"role": "user", "content": given}]
    if not isinstance(given, list) or not all(isinstance(item, dict) for item in given):
        raise MalformedMessage("input is neither text nor a list of items")
    return given


def _threshold(body: Body) -> int | None:
    for entry in list_or_none(body, "context_management") or []:
        if not isinstance(entry, dict) or entry.get("type") != "compaction":
            raise BadRequest("context_management has an entry that is not of the type compaction")
        return whole_number(entry, "compact_threshold")
    return None


def _opened(items: Sequence[Item]) -> list[Message]:
    """Convert items to a history; the newest compaction item stands for all before it."""
    newest = max((index for index, item in enumerate(items) if item.get("type") == "compaction"), default=-1)
    state = _unsealed(items[newest], newest) if newest >= 0 else []
    return state + from_items(items[newest + 1 :])


def _still_needed(history: list[Message]) -> list[Message]:
    """Return what the next reply cannot do without: the newest request, and the results that are not read yet."""
    request = max((index for index, message in enumerate(history) if message["role"] == "user"), default=None)
    batches = find_batches(history)
    start = batches[-1].start if batches and batches[-1].end == len(history) else len(history)
    return [*([] if request is None or request >= start else [history[request]]), *history[start:]]


def _sealed(state: list[Message]) -> str:
    return base64.b64encode(zlib.compress(json.dumps(state).encode())).decode()


def _unsealed(item: Item, index: int) -> list[Message]:
    try:
        return list(json.loads(zlib.decompress(base64.b64decode(item["encrypted_content"], validate=True))))
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise MalformedMessage(
            f"item {index} is a compaction item that was changed; send it as it came", index
        ) from error
