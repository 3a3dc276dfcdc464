"""OpenAI Chat Completions, as JSON over HTTP: a request in, a completion or its stream out."""

import json
from collections.abc import Iterator
from typing import Any

from autograder.lab.errors import BadRequest, LabError, MalformedMessage, Overloaded, PromptTooLong
from autograder.lab.messages import Message, calls_of
from autograder.lab.provider import Provider, Reply

OPENED_AT = 1_793_610_000  # seconds; 2026-11-02 09:00 UTC, when every provider's clock stands at 0
PIECE = 12  # characters of one streamed piece

Body = dict[str, Any]


def ask(provider: Provider, body: Body) -> Reply:
    """Send the request in a body to the provider.

    Raises:
        LabError: it is refused, or asks for what the lab does not do.
    """
    if body.get("n") not in (None, 1):
        raise BadRequest(f"n is {body['n']!r}; the lab gives one choice a request")
    return provider.complete(
        _without_developers(body.get("messages")),
        tools=list_or_none(body, "tools"),
        max_tokens=whole_number(body, "max_completion_tokens", "max_tokens"),
    )


def _without_developers(messages: Any) -> Any:
    if not isinstance(messages, list):
        return messages
    return [
        {**each, "role": "system"} if isinstance(each, dict) and each.get("role") == "developer" else each
        for each in messages
    ]


def list_or_none(body: Body, name: str) -> list[Any] | None:
    """Read a field that is a list or missing."""
    value = body.get(name)
    if value is not None and not isinstance(value, list):
        raise MalformedMessage(f"{name} is of type {type(value).__name__}; send a list")
    return value


def whole_number(body: Body, *names: str) -> int | None:
    """Read the first of several fields that is there; it is a whole number."""
    for name in names:
        value = body.get(name)
        if value is not None:
            if isinstance(value, bool) or not isinstance(value, int):
                raise BadRequest(f"{name} is {value!r}; send a whole number")
            return value
    return None


def completion(provider: Provider, reply: Reply) -> Body:
    """Write a reply as a chat completion."""
    choice = {"index": 0, "message": _full(reply.message), "logprobs": None, "finish_reason": reply.finish_reason}
    return {**_head(provider, "chat.completion"), "choices": [choice], "usage": reply.usage}


def _full(message: Message) -> Message:
    return {"refusal": None, **message}


def _head(provider: Provider, kind: str) -> Body:
    return {
        "id": f"chatcmpl-{len(provider.requests):06}",
        "object": kind,
        "created": OPENED_AT + int(provider.now),
        "model": provider.model.name,
    }


def chunks(provider: Provider, reply: Reply, with_usage: bool) -> Iterator[Body]:
    """Write a reply as the chunks of a stream; put together they are the completion."""
    head = _head(provider, "chat.completion.chunk")
    for delta, ending in [*((delta, None) for delta in _deltas(reply.message)), ({}, reply.finish_reason)]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": ending}
        yield {**head, "choices": [choice]}
    if with_usage:
        yield {**head, "choices": [], "usage": reply.usage}


def _deltas(message: Message) -> Iterator[Body]:
    yield {"role": "assistant", "content": "" if message.get("content") else None}
    for piece in _pieces(message.get("content") or ""):
        yield {"content": piece}
    for index, call in enumerate(calls_of(message)):
        name = {"name": call["function"]["name"], "arguments": ""}
        yield {"tool_calls": [{"index": index, "id": call["id"], "type": "function", "function": name}]}
        for piece in _pieces(call["function"]["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]


def stream(provider: Provider, reply: Reply, with_usage: bool) -> Iterator[bytes]:
    """Write a reply as server-sent events."""
    for chunk in chunks(provider, reply, with_usage):
        yield b"data: " + json.dumps(chunk).encode() + b"\n\n"
    yield b"data: [DONE]\n\n"


def refusal(error: LabError) -> tuple[int, Body]:
    """Write an error of the lab as a status and the API's JSON form."""
    if isinstance(error, PromptTooLong):
        return 400, error_body(str(error), "invalid_request_error", "messages", "context_length_exceeded")
    if isinstance(error, BadRequest):
        code = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in type(error).__name__).strip("_")
        return 400, error_body(str(error), "invalid_request_error", f"messages.[{error.index}]", code)
    status = 503 if isinstance(error, Overloaded) else 500
    return status, error_body(str(error), "server_error", None, None)


def error_body(message: str, type: str, param: str | None, code: str | None) -> Body:
    """Write the API's JSON form of an error."""
    return {"error": {"message": message, "type": type, "param": param, "code": code}}
