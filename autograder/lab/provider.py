"""A simulated API, offline and deterministic: it refuses, counts, caches and bills like the real ones do."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from autograder.lab.blocks import from_blocks, to_blocks
from autograder.lab.errors import BadRequest, MalformedMessage, PromptTooLong
from autograder.lab.messages import Message, assistant, calls_of, text_of
from autograder.lab.models import Model, model_named
from autograder.lab.prefixes import Prefix, PromptCache
from autograder.lab.rules import ANTHROPIC, OPENAI, PROFILES, request_error
from autograder.lab.scripts import Script, acknowledge
from autograder.lab.tokens import count_messages, front_of
from autograder.lab.usage import Usage

Tools = Sequence[dict[str, Any]]
FINISHED = {
    OPENAI: {"stop": "stop", "calls": "tool_calls", "length": "length"},
    ANTHROPIC: {"stop": "end_turn", "calls": "tool_use", "length": "max_tokens"},
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a provider answers.

    Attributes:
        message: the assistant message, in the profile's form.
        usage: what was used, in the provider's own words, as `anchored_count` takes it.
        finish_reason: why the reply ends there, in the provider's own words.
        tokens: the same usage in the lab's words.
        cost: in dollars.
    """

    message: Message
    usage: dict[str, Any]
    finish_reason: str
    tokens: Usage
    cost: float


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request a provider has seen, and what became of it.

    Attributes:
        messages: the request in flat form; as it was sent where it was refused for its form.
        tools: the tool definitions sent with it.
        seconds: when, on the provider's clock.
        model: which model was asked.
        reply: the answer; `None` where there was none.
        error: what it was refused with; `None` where it was answered.
    """

    _request: Any
    tools: list[dict[str, Any]]
    seconds: float
    model: str
    reply: Reply | None = None
    error: Exception | None = None

    @property
    def messages(self) -> Any:
        """Return the request's messages, a copy."""
        return self._request.messages() if isinstance(self._request, Prefix) else deepcopy(self._request)


class Provider:
    """An API with a window, rules, prices, a prompt cache and a scripted model.

    Attributes:
        profile: whose rules and words: `openai-chat`, `anthropic` or `strict`.
        model: the model in use, with window and prices.
        script: who answers.
        caching: whether the provider caches prompts.
        now: seconds on its clock, which only `wait` moves.
        requests: every request seen, oldest first.

    Examples:
        >>> from autograder.lab import user
        >>> provider = Provider(window=8192)
        >>> provider.complete([user("Good morning")]).usage["prompt_tokens"]
        5
    """

    def __init__(
        self,
        profile: str = OPENAI,
        *,
        model: str | Model = "gpt-6-sol",
        window: int | None = None,
        script: Script = acknowledge,
        caching: bool = True,
    ) -> None:
        """Open for business.

        Args:
            profile: one of `PROFILES`.
            model: a name from the table of models, or a `Model`.
            window: in place of the model's own, in tokens.
            script: takes the request in flat form and returns an assistant message in flat form.
            caching: whether prompts are cached.

        Raises:
            ValueError: there is no such profile or model, or `window` is not positive.
        """
        if profile not in PROFILES:
            raise ValueError(f"profile is {profile!r}: the profiles are {', '.join(PROFILES)}.")
        self.profile = profile
        self.script = script
        self.caching = caching
        self.now = 0.0
        self.requests: list[Exchange] = []
        self._cache = PromptCache()
        self.switch(model, window)

    def __repr__(self) -> str:
        seen = f"{len(self.requests)} requests"
        return f"<Provider {self.profile}: {self.model.name}, window {self.model.window:,}, {seen}>"

    def switch(self, model: str | Model, window: int | None = None) -> None:
        """Move to another model; its cache is its own, so what was cached is of no use there.

        Args:
            model: a name from the table of models, or a `Model`.
            window: in place of the model's own, in tokens.

        Raises:
            ValueError: there is no such model, or `window` is not positive.
        """
        found = model if isinstance(model, Model) else model_named(model)
        if window is not None and window < 1:
            raise ValueError(f"window is {window}: a window holds at least 1 token.")
        self.model = found if window is None else replace(found, window=window)

    def wait(self, seconds: float) -> None:
        """Let time pass, so that cached prompts grow old."""
        self.now += seconds

    @property
    def usage(self) -> Usage:
        """All requests' usage, added up."""
        return sum((each.reply.tokens for each in self.requests if each.reply), Usage())

    @property
    def cost(self) -> float:
        """All requests' cost, added up, in dollars."""
        return sum(each.reply.cost for each in self.requests if each.reply)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        system: Any = None,
        tools: Tools | None = None,
        max_tokens: int | None = None,
        script: Script | None = None,
    ) -> Reply:
        """Answer a request, or refuse it.

        Args:
            messages: in the profile's form: block form for `anthropic`, flat form for the others.
            system: the system prompt; a field of its own in block form only.
            tools: tool definitions; they are counted, and stand before all messages in the cache.
            max_tokens: room kept for the reply, which is cut there; 1 or more.
            script: who answers this one request in place of the provider's own script.

        Raises:
            BadRequest: the request breaks a rule of the profile.
            PromptTooLong: prompt and kept room do not fit the window.
        """
        request: Any = messages
        sent = list(tools or ())
        try:
            flat = self._checked(messages, system, sent, max_tokens)
            fronts = self._cache.fronts(self.model, sent, flat)
            request = fronts[-1]
            self._fit(fronts[-1].tokens, max_tokens)
            reply = self._billed(fronts, (script or self.script)(flat), max_tokens)
        except Exception as error:
            kept = request if isinstance(request, Prefix) else deepcopy(request)
            self.requests.append(Exchange(kept, sent, self.now, self.model.name, error=error))
            raise
        self.requests.append(Exchange(request, sent, self.now, self.model.name, reply=reply))
        return reply

    def _checked(self, messages: Any, system: Any, tools: list[Any], max_tokens: int | None) -> list[Message]:
        if not isinstance(messages, list | tuple):
            raise MalformedMessage(f"messages is of type {type(messages).__name__}; send a list of messages")
        if not all(isinstance(each, dict) for each in tools):
            raise MalformedMessage("a tool definition is not an object; send a list of objects as tools")
        if max_tokens is not None and max_tokens < 1:
            raise BadRequest(f"max_tokens is {max_tokens}; ask for at least 1")
        if max_tokens is not None and max_tokens >= self.model.window:
            raise BadRequest(f"max_tokens is {max_tokens}, which leaves no room in a window of {self.model.window}")
        error = request_error(messages, self.profile)
        if error is not None:
            raise error
        if self.profile == ANTHROPIC:
            return from_blocks(messages, system)
        if system is not None:
            raise MalformedMessage("the field `system` belongs to block form; send a system message instead")
        return list(messages)

    def _fit(self, tokens: int, max_tokens: int | None) -> None:
        room = self.model.window - (max_tokens or 0)
        if tokens > room:
            raise PromptTooLong(tokens, room)

    def _billed(self, fronts: list[Prefix], answer: Message, max_tokens: int | None) -> Reply:
        total = fronts[-1].tokens
        message, ending = _cut_to(answer, max_tokens or self.model.window - total)
        read, written = PromptCache.read_and_write(fronts, self.model, self.now) if self.caching else (0, 0)
        tokens = Usage(total - read - written, written, read, count_messages([message]))
        in_blocks = self.profile == ANTHROPIC
        return Reply(
            to_blocks([message])["messages"][0] if in_blocks else deepcopy(message),
            tokens.as_anthropic() if in_blocks else tokens.as_openai(),
            FINISHED[ANTHROPIC if in_blocks else OPENAI][ending],
            tokens,
            tokens.cost(self.model),
        )


def _cut_to(message: Message, room: int) -> tuple[Message, str]:
    """Cut a reply that has no room; calls that were cut short are no calls."""
    if count_messages([message]) <= room:
        return message, "calls" if calls_of(message) else "stop"
    text = text_of(message)
    for size in range(room, -1, -1):
        cut = assistant(front_of(text, size))
        if count_messages([cut]) <= room:
            return cut, "length"
    return assistant(""), "length"
