"""Cases: what a function is tried on, as plain data that can travel to another process."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from autograder.execution.calls import Call, arguments_of, decode_calls, entries_in
from autograder.execution.values import Value

CALL = "call"  # the target of a function's one step
NEW = "new"  # the target of a class's first step; later steps name methods
DEFAULT_SECONDS = 2.0  # processor time of one case; a learner's endless loop is the only thing that meets it


@dataclass(frozen=True, slots=True)
class Step:
    """One call: a function's only step, or one of a class's several.

    Attributes:
        target: `call`, `new`, or the name of a method.
        args: positional arguments, as values.
        kwargs: named arguments, as values.
    """

    target: str
    args: tuple[Value, ...] = ()
    kwargs: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Script:
    """What a callback answers, in order; after the last answer it goes on with that one.

    Attributes:
        answers: each `{"return": value}` or `{"raise": name, "args": [...]}`, the name one of the lab's errors or of
            Python's own; where the lesson's callback is an object, `methods` names what it offers.
        methods: empty for a plain callable.
        keeps: for an object that remembers (a store): what it holds at the start, by session; `append` adds, `read`
            returns. `None` for scripted answers.
    """

    answers: tuple[dict[str, Value], ...] = ()
    methods: tuple[str, ...] = ()
    keeps: dict[str, list[Value]] | None = None


@dataclass(frozen=True)
class Case:
    """One trial of a function.

    Attributes:
        name: what the case shows, in words; unique within its lesson.
        size: smaller is simpler; the first failure shown is the smallest.
        steps: the calls, in order.
        scripts: the callbacks that arguments of the form `{"$": "callback", "name": ...}` stand for.
        telling: the rules that some known wrong answer breaks here, while it keeps the earlier ones.
        hidden: judged, never shown.
        seconds: processor time the whole case may take.
    """

    name: str
    size: int
    steps: tuple[Step, ...]
    scripts: dict[str, Script] = field(default_factory=dict)
    telling: frozenset[str] = frozenset()
    hidden: bool = False
    seconds: float = DEFAULT_SECONDS

    @property
    def judges_speed(self) -> bool:
        """Whether it is a large case, with a time limit of its own."""
        return self.seconds != DEFAULT_SECONDS

    @cached_property
    def calls(self) -> list[Call]:
        """Its calls with their arguments as objects, for whoever looks at them and changes nothing."""
        return decode_calls(self.to_json())

    @cached_property
    def entries(self) -> int:
        """How many entries the lists and dicts of its arguments have."""
        return sum(map(entries_in, arguments_of(self.calls)))

    def to_json(self) -> dict[str, Any]:
        """Return the part that whoever runs the case must know: no name, nothing of what it tells."""
        return {
            "steps": [[step.target, list(step.args), step.kwargs] for step in self.steps],
            "methods": {name: list(script.methods) for name, script in self.scripts.items()},
            "seconds": self.seconds,
            "judges_speed": self.judges_speed,
        }


def one_call(*args: Value, **kwargs: Value) -> dict[str, Any]:
    """Return a case of one call, as `Case.to_json` writes it."""
    return Case("", 0, (Step(CALL, args, kwargs),)).to_json()


def callback(name: str) -> Value:
    """Return the argument that stands for the callback of this name."""
    return {"$": "callback", "name": name}


def answer_of(step: int, key: str | None = None) -> Value:
    """Return the argument that stands for what an earlier call of the case returned.

    Args:
        step: which call, counted from 0.
        key: what is taken out of its answer, where that is a dict; `None` for the whole answer.
    """
    return {"$": "answer", "step": step} if key is None else {"$": "answer", "step": step, "key": key}


def built(builder: str, **arguments: Any) -> Value:
    """Return the argument that a builder of the lab makes in place, so that a large input need not travel."""
    return {"$": "built", "by": builder, "with": arguments}
