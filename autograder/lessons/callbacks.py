"""Callbacks: answered and counted on the judge's side, never where learner code runs."""

import marshal
from collections.abc import Mapping
from dataclasses import replace

from autograder.execution.cases import Script
from autograder.execution.outcomes import Asked, Outcome
from autograder.execution.values import Value

MAX_CALLS = 1_000  # of one case; a loop that never ends is told so, long before its time is up
MAX_REMEMBERED = 64_000_000  # bytes of all arguments of one case


class Player:
    """Answers a case's callbacks from its scripts, and remembers every call.

    Attributes:
        asked: the calls so far, in order.
    """

    def __init__(self, scripts: Mapping[str, Script]) -> None:
        """Start every script at its first answer."""
        self._scripts = scripts
        self._counts = dict.fromkeys(scripts, 0)
        self._kept = {name: {k: list(v) for k, v in (s.keeps or {}).items()} for name, s in scripts.items()}
        self._bytes = 0
        self.asked: list[Asked] = []

    def ask(self, name: str, args: list[Value], kwargs: dict[str, Value]) -> dict[str, Value]:
        """Answer one call; a name that no script has is answered with an error, as a forged question must be."""
        self._bytes += len(marshal.dumps((args, kwargs), 2))
        if len(self.asked) == MAX_CALLS or self._bytes > MAX_REMEMBERED:
            return {"raise": "RuntimeError", "args": [f"{name} was called too often: {len(self.asked):,} times before"]}
        self.asked.append(Asked(name, tuple(args), kwargs))
        script_name, _, method = name.partition(".")
        script = self._scripts.get(script_name)
        if script is None or (method and method not in script.methods):
            return {"raise": "LookupError", "args": [f"there is no callback {name}"]}
        if script.keeps is not None:
            return self._remember(self._kept[script_name], method, [*args, *kwargs.values()])
        if not script.answers:
            return {"raise": "LookupError", "args": [f"{name} is not to be called here"]}
        count = self._counts[script_name]
        self._counts[script_name] += 1
        return script.answers[min(count, len(script.answers) - 1)]

    @staticmethod
    def _remember(kept: dict[str, list[Value]], method: str, args: list[Value]) -> dict[str, Value]:
        if not args or type(args[0]) is not str:
            return {"raise": "TypeError", "args": [f"{method} takes a session's name first"]}
        if method == "read":
            return {"return": kept.get(args[0], [])}
        if len(args) != 2 or type(args[1]) is not list:
            return {"raise": "TypeError", "args": [f"{method} takes a session's name and a list of messages"]}
        kept[args[0]] = kept.get(args[0], []) + args[1]
        return {"return": None}

    def recorded(self, outcome: Outcome) -> Outcome:
        """Return the outcome with the calls as this side counted them."""
        return replace(outcome, asked=tuple(self.asked))
