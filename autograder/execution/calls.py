"""The calls of a case with their arguments as objects, new each time; and callbacks, which ask for their answers."""

from collections.abc import Callable
from typing import Any

from autograder.execution.built import build
from autograder.execution.values import Decoder, Encoder, Unreadable, Value

Ask = Callable[[str, list[Value], dict[str, Value]], dict[str, Value]]
Call = tuple[str, list[Any], dict[str, Any]]  # target, positional and named arguments, decoded


def decode_calls(case: dict[str, Any], ask: Ask | None = None) -> list[Call]:
    """Return a case's calls with new objects as arguments; without `ask`, callbacks are left as values."""
    special: dict[str, Callable[[Any], Any]] = {
        "built": build,
        "answer": lambda value: EarlierAnswer(value["step"], value.get("key")),
    }
    if ask is not None:
        special["callback"] = lambda value: _callback(value["name"], case["methods"][value["name"]], ask)
    else:
        special["callback"] = lambda value: value
    decoder = Decoder(special=special)
    return [(target, decoder.decode(args), decoder.decode(kwargs)) for target, args, kwargs in case["steps"]]


class EarlierAnswer:
    """Stands in an argument for what an earlier call returns, until it has returned."""

    __slots__ = ("key", "step")

    def __init__(self, step: int, key: str | None = None) -> None:
        """Keep which call, counted from 0, and what is taken out of its answer; `None` for all of it."""
        self.step = step
        self.key = key

    def among(self, results: list[Any]) -> Any:
        """Return it, now that it is there; `None` where the answer has nothing under the key."""
        result = results[self.step]
        if self.key is None:
            return result
        return dict.get(result, self.key) if issubclass(type(result), dict) else None


def filled(thing: Any, results: list[Any]) -> Any:
    """Return an argument with results of earlier calls where they belong; the very argument where none does."""
    if type(thing) is EarlierAnswer:
        return thing.among(results)
    if type(thing) is list:
        items = [filled(each, results) for each in thing]
        return items if any(new is not old for new, old in zip(items, thing, strict=True)) else thing
    if type(thing) is dict:
        parts = {key: filled(each, results) for key, each in thing.items()}
        return parts if any(parts[key] is not thing[key] for key in thing) else thing
    return thing


def input_messages(calls: list[Call]) -> list[Any]:
    """Return every message given in a list argument, in order: what a reference in a result counts by."""
    return messages_in(input_lists(calls))


def messages_in(lists: list[list[Any]]) -> list[Any]:
    """Return the messages that lists hold, in order."""
    return [each for given in lists for each in given if type(each) is dict]


def input_lists(calls: list[Call]) -> list[list[Any]]:
    """Return the arguments that are lists."""
    return [each for each in arguments_of(calls) if type(each) is list]


def arguments_of(calls: list[Call]) -> list[Any]:
    """Return all arguments of calls, in order."""
    return [each for _, args, kwargs in calls for each in (*args, *kwargs.values())]


def entries_in(thing: Any) -> int:
    """Return how many entries a thing has, and those of the lists and dicts in it."""
    inside = thing.values() if type(thing) is dict else thing if type(thing) is list else ()
    return len(inside) + sum(map(entries_in, inside))


def _callback(name: str, methods: list[str], ask: Ask) -> Any:
    def caller(asked: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            encoder = Encoder()
            try:
                plain = {key: encoder.encode(each) for key, each in kwargs.items()}
                given = [encoder.encode(each) for each in args]
            except Unreadable as problem:
                raise TypeError(f"{asked} was called with something that {problem}") from None
            return _answer(ask(asked, given, plain))

        call.__name__ = call.__qualname__ = asked
        return call

    if not methods:
        return caller(name)
    offers = {method: staticmethod(caller(f"{name}.{method}")) for method in methods}
    return type(name.capitalize(), (), {"_autograder_methods": True, **offers})()


def _answer(answer: dict[str, Value]) -> Any:
    decoder = Decoder()
    if "raise" in answer:
        raise _exception(answer["raise"])(*decoder.decode(answer.get("args", [])))
    return decoder.decode(answer["return"])


def _exception(name: str) -> type[BaseException]:
    import builtins

    from autograder.lab import errors

    found: type[BaseException] = getattr(errors, name, None) or getattr(builtins, name)
    assert issubclass(found, Exception)
    return found
