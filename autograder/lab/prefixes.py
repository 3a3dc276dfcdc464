"""A prompt cache: which front of a request was seen before, message by message, and is still fresh.

Requests that begin alike share their front in one tree, so a session that only grows costs memory once.
A front counts as the same only when every message of it is equal; a changed byte in the first message changes all.
"""

import hashlib
import json
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from autograder.lab.errors import MalformedMessage
from autograder.lab.messages import Message
from autograder.lab.models import Model
from autograder.lab.tokens import count_messages, count_tools


class Prefix:
    """The front of some request, up to and with one message.

    Attributes:
        tokens: what this front weighs.
        size: number of messages in it.
    """

    __slots__ = ("_children", "_latest", "_message", "_parent", "_used", "size", "tokens")

    def __init__(self, parent: "Prefix | None", message: Message, tokens: int) -> None:
        """Stand after `parent` with a message that nobody else holds."""
        self._parent = parent
        self._message = message
        self._children: dict[bytes, Prefix] = {}
        self._latest: Prefix | None = None
        self._used: float | None = None
        self.tokens = tokens
        self.size: int = 0 if parent is None else parent.size + 1

    def then(self, message: Message) -> "Prefix":
        """Return the front that is longer by one message; the same one for an equal message."""
        if self._latest is not None and self._latest._message == message:
            return self._latest
        key = self._key(message)
        if key not in self._children:
            tokens = self.tokens + count_messages([message])
            self._children[key] = Prefix(self, deepcopy(message), tokens)
        self._latest = self._children[key]
        return self._latest

    def _key(self, message: Message) -> bytes:
        try:
            text = json.dumps(message, sort_keys=True, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise MalformedMessage(f"message {self.size} cannot be written as JSON: {error}", self.size) from error
        return hashlib.blake2b(text.encode(), digest_size=16).digest()

    def messages(self) -> list[Message]:
        """Return a copy of the messages of this front."""
        found = []
        front: Prefix = self
        while front._parent is not None:
            found.append(front._message)
            front = front._parent
        return deepcopy(found[::-1])

    def is_fresh(self, now: float, model: Model) -> bool:
        """Say whether the cache still has this front."""
        return self._used is not None and self.tokens >= model.cache_minimum and now - self._used <= model.cache_seconds

    def use(self, now: float) -> None:
        """Note that a request began with this front."""
        self._used = now


class PromptCache:
    """All requests a provider has seen, as a tree of their fronts."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._roots: dict[str, Prefix] = {}

    def fronts(self, model: Model, tools: Any, messages: Iterable[Message]) -> list[Prefix]:
        """Return the fronts of a request, the shortest (its tools alone) first.

        Another model or other tools share nothing, as tools stand before all messages.
        """
        key = json.dumps([model.name, tools or []], sort_keys=True)
        if key not in self._roots:
            self._roots[key] = Prefix(None, {}, count_tools(tools))
        fronts = [self._roots[key]]
        for message in messages:
            fronts.append(fronts[-1].then(message))
        return fronts

    @staticmethod
    def read_and_write(fronts: list[Prefix], model: Model, now: float) -> tuple[int, int]:
        """Take a request through the cache.

        Returns:
            How many tokens of its prompt came from the cache, and how many were put into it.
        """
        read = next((front.tokens for front in reversed(fronts) if front.is_fresh(now, model)), 0)
        for front in fronts:
            front.use(now)
        total = fronts[-1].tokens
        return read, (total - read if total >= model.cache_minimum else 0)
