"""Any OpenAI-compatible endpoint, asked the way the lab's own provider is asked.

So the same lesson code runs offline against `Provider`, and, for those who want it, against a model they pay for.
Nothing that is graded needs it.
"""

import json
import math
import os
import re
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any

from autograder.lab import errors
from autograder.lab.messages import Message
from autograder.lab.models import MODELS
from autograder.lab.provider import Reply
from autograder.lab.rules import OPENAI, RULES
from autograder.lab.usage import Usage

SECONDS = 120
_NUMBERS = re.compile(r"\((\d+) tokens > max (\d+) tokens\)")
_INDEX = re.compile(r"messages\.?\[(\d+)\]")


class Endpoint:
    """An API somewhere, with the same `complete` as a `Provider`.

    Attributes:
        profile: always `openai-chat`.
        url: its base address, up to and with `/v1`.
        model: the model it is asked for.
    """

    profile = OPENAI

    def __init__(self, url: str | None = None, model: str | None = None, key: str | None = None) -> None:
        """Take what is left out from the environment.

        Args:
            url: the base address; else `OPENAI_BASE_URL`.
            model: the model's name; else `OPENAI_MODEL`.
            key: what authorises; else `OPENAI_API_KEY`.

        Raises:
            ValueError: there is no address, or no model.
        """
        self.url = _needed("url", url, "OPENAI_BASE_URL", "such as http://127.0.0.1:8765/v1").rstrip("/")
        self.model = _needed("model", model, "OPENAI_MODEL", "as the endpoint calls it")
        self._key = key or os.environ.get("OPENAI_API_KEY", "none")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[dict[str, Any]] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """Send a request.

        Args:
            messages: in flat form.
            tools: tool definitions.
            max_tokens: the most tokens of the reply.

        Returns:
            The reply; its cost is that of the table of models, and not a number for a model that is not in it.

        Raises:
            PromptTooLong: the endpoint says that the prompt does not fit.
            BadRequest: it refuses the request for another reason.
            Overloaded: it is busy.
            LabError: it cannot be reached, or answers something else.
        """
        body = {"model": self.model, "messages": list(messages), "tools": tools, "max_completion_tokens": max_tokens}
        answer = self._post({name: value for name, value in body.items() if value is not None})
        try:
            return _reply(answer, self.model)
        except (KeyError, IndexError, TypeError) as error:
            raise errors.LabError(f"{self.url} answered something that is no chat completion") from error

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"}
        try:
            content = json.dumps(body, allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise errors.MalformedMessage(f"the request cannot be written as JSON: {error}") from error
        request = urllib.request.Request(f"{self.url}/chat/completions", content, headers)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                raise _error(error.code, error.read()) from error
        except (OSError, ValueError) as error:
            raise errors.LabError(f"{self.url} gives no answer that can be read: {error}") from error


def _needed(name: str, given: str | None, variable: str, example: str) -> str:
    value = given or os.environ.get(variable)
    if not value:
        raise ValueError(f"{name} is missing: pass it, or set {variable}, {example}.")
    return value


def _reply(answer: Any, model: str) -> Reply:
    choice, used = answer["choices"][0], answer["usage"]
    said = {key: choice["message"].get(key) for key in ("role", "content", "tool_calls")}
    message = {key: value for key, value in said.items() if key != "tool_calls" or value}
    details = used.get("prompt_tokens_details") or {}
    read, written = details.get("cached_tokens") or 0, details.get("cache_write_tokens") or 0
    tokens = Usage(used["prompt_tokens"] - read - written, written, read, used["completion_tokens"])
    cost = tokens.cost(MODELS[model]) if model in MODELS else math.nan
    return Reply(message, used, choice["finish_reason"], tokens, cost)


def _error(status: int, content: bytes) -> errors.LabError:
    try:
        said = json.loads(content)["error"]
        sentence, code, param = str(said["message"]), said.get("code"), str(said.get("param"))
    except (ValueError, KeyError, TypeError, AttributeError):
        sentence, code, param = content.decode("utf-8", errors="replace")[:500], None, ""
    if status in (429, 503, 529):
        return errors.Overloaded()
    if status != 400:
        return errors.LabError(f"{status} {sentence}")
    if code == "context_length_exceeded":  # the code alone: sentences about length mean other things too
        numbers = _NUMBERS.search(sentence)
        return errors.PromptTooLong(*map(int, numbers.groups())) if numbers else errors.PromptTooLong()
    return _bad_request(sentence.removeprefix("400 "), code, param)


def _bad_request(sentence: str, code: Any, param: str) -> errors.BadRequest:
    """Make the lab's own kind of refusal where the endpoint is a lab, and the general kind elsewhere."""
    index = _INDEX.search(param)
    name = "".join(part.capitalize() for part in str(code).split("_"))
    kind = next((rule.error for rule in RULES if rule.error.__name__ == name), errors.BadRequest)
    return kind(sentence, int(index.group(1)) if index else 0)
