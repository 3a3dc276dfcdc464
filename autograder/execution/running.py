"""Run a case: the same in a notebook's kernel, in a graded child, and for the right version on the judge's side."""

import contextlib
import hashlib
import inspect
import io
import json
import linecache
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from types import FrameType, TracebackType
from typing import Any

from autograder.execution.built import build, bytes_ahead, plain_bytes
from autograder.execution.cases import CALL, NEW
from autograder.execution.guard import TimeLimit, limited
from autograder.execution.outcomes import Outcome, Raised, Status
from autograder.execution.values import Decoder, Encoder, Unreadable, Value, in_words

_WITHIN_A_LINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")  # frames that say a line again
_PYTHONS_OWN = os.path.dirname(os.__file__)  # frames of its library say nothing to a learner
_INSTALLED = f"{os.sep}site-packages{os.sep}"  # nor do those of a package, which would crowd out the learner's own
Ask = Callable[[str, list[Value], dict[str, Value]], dict[str, Value]]
Recognise = Callable[[str], Outcome | None]
Call = tuple[str, list[Any], dict[str, Any]]  # target, positional and named arguments, decoded


def run_case(function: Any, case: dict[str, Any], ask: Ask, recognise: Recognise = lambda fingerprint: None) -> Outcome:
    """Call a learner's function or class as a case says, and tell what happened.

    Args:
        function: what is tried.
        case: a case as `Case.to_json` writes it.
        ask: answers callbacks: name, arguments, named arguments, all as values, to an answer of a `Script`.
        recognise: from the fingerprint of what came of a large case to an outcome that is known, so that a large answer
            need not be written out; `None` where it is not known.

    Returns:
        the outcome; nothing the function does but a kill of the process or Ctrl-C comes out as an exception.
    """
    if not callable(function):
        return Outcome("not a function", note=f"is {in_words(function)}, which cannot be called")
    calls = decode_calls(case, ask)
    given = list(calls)  # a later call, once it is filled with earlier answers, gives nothing that is input
    printed = _Printed()
    results: list[Any] = []
    errors: list[Raised | None] = []
    before = [[bytes_ahead(each) or _snapshot(each) for each in _arguments([call])] for call in calls]
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            limited(case["seconds"], lambda: _take_steps(function, calls, before, results, errors))
    except TimeLimit:
        return Outcome("timeout", printed=printed.count)
    if errors[0] is not None and errors[0].kinds[0] == "TypeError" and (note := _signature_note(function, calls[0])):
        return Outcome("wrong signature", note=note)
    if any(error is not None and error.kinds[0] == "NotImplementedError" for error in errors):
        return Outcome("not written", printed=printed.count)
    fingerprint = _fingerprint(results) if case["judges_speed"] and not any(errors) else ""
    known = recognise(fingerprint) if fingerprint else None
    if known is not None:
        return known
    changed = before != [_snapshots(call) for call in calls]
    encoder = Encoder([] if changed else input_messages(given), _input_lists(given))
    outcome = _outcome(encoder, results, errors, _arguments(calls) if changed else None, printed.count)
    return replace(outcome, fingerprint=fingerprint)


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
    return [each for given in _input_lists(calls) for each in given if type(each) is dict]


def _input_lists(calls: list[Call]) -> list[list[Any]]:
    return [each for each in _arguments(calls) if type(each) is list]


def _arguments(calls: list[Call]) -> Iterator[Any]:
    for _, args, kwargs in calls:
        yield from args
        yield from kwargs.values()


def _take_steps(
    function: Any, calls: list[Call], before: list[list[Any]], results: list[Any], errors: list[Raised | None]
) -> None:
    instance: Any = None
    for number, (target, args, kwargs) in enumerate(calls):
        result, error = None, None
        try:
            if number and target == CALL:
                args, kwargs = filled(args, results), filled(kwargs, results)
                calls[number] = (target, args, kwargs)
                before[number] = _snapshots(calls[number])
            called = function if target in (CALL, NEW) else getattr(instance, target)
            result = called(*args, **kwargs)
        except (TimeLimit, KeyboardInterrupt):
            raise
        except BaseException as exception:
            error = raised(exception)
        if target == NEW:
            instance, result = result, None
        elif result is instance:
            result = None  # a method that gives its object back, so that calls can be chained, says nothing
        results.append(result)
        errors.append(error)


def _outcome(
    encoder: Encoder, results: list[Any], errors: list[Raised | None], after: Iterable[Any] | None, printed: int
) -> Outcome:
    """Return the outcome as data; `after` is the arguments afterwards, where any of them changed."""
    try:
        values = tuple(encoder.encode(each) for each in results)
        arguments = None if after is None else [Encoder().encode(_plain(each)) for each in after]
    except Unreadable as problem:
        return Outcome("unreadable", note=str(problem), printed=printed)
    status: Status = "raised" if any(errors) else "ok"
    return Outcome(status, values, tuple(errors), arguments, printed=printed)


def _fingerprint(results: list[Any]) -> str:
    """Return a text that is equal where plain data is equal in type and content; empty for what is not plain.

    In which order a dict that was returned was filled says nothing; of those inside, equal ones may differ here.
    """
    try:
        return hashlib.sha256(plain_bytes(list(map(_in_order, results)))).hexdigest()
    except ValueError:
        return ""


def _in_order(result: Any) -> tuple[bool, Any]:
    named = type(result) is dict and all(type(key) is str for key in result)
    return named, sorted(result.items(), key=itemgetter(0)) if named else result


def _snapshots(call: Call) -> list[Any]:
    return [_snapshot(each) for each in _arguments([call])]


def _snapshot(argument: Any) -> Any:
    """Return bytes that differ when the argument was changed; `None` for a callback."""
    if callable(argument) or hasattr(argument, "_autograder_methods"):
        return None
    try:
        return plain_bytes(argument)
    except ValueError:
        with contextlib.suppress(Unreadable):
            return json.dumps(Encoder().encode(argument))
        return "unreadable"


def _plain(argument: Any) -> Any:
    return None if _snapshot(argument) is None else argument


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


def _signature_note(function: Any, call: Call) -> str:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    try:
        signature.bind(*call[1], **call[2])
    except TypeError as error:
        return f"takes {signature}, and that does not fit the call: {error}"
    return ""


def raised(exception: BaseException) -> Raised:
    """Return an exception as data: its classes, its text, the frames of code that is not ours."""
    kinds = tuple(kind.__name__ for kind in type(exception).__mro__ if kind is not object)
    try:
        text = str(exception)
    except Exception:
        text = ""
    return Raised(kinds, text[:2000], tuple(_frames(exception.__traceback__))[-8:])


def _frames(traceback: TracebackType | None) -> Iterator[tuple[str, str]]:
    above = (-1, "")
    while traceback is not None:
        code, line = traceback.tb_frame.f_code, traceback.tb_lineno
        if _is_the_learners(traceback.tb_frame):
            if above != (line, code.co_filename) or code.co_name not in _WITHIN_A_LINE:
                text = linecache.getline(code.co_filename, line, traceback.tb_frame.f_globals).strip()
                yield f"{code.co_name}, line {line}", text
            above = (line, code.co_filename)
        traceback = traceback.tb_next


def _is_the_learners(frame: FrameType) -> bool:
    file, module = frame.f_code.co_filename, frame.f_globals.get("__name__", "")
    return not (file.startswith((_PYTHONS_OWN, __file__)) or _INSTALLED in file or module.startswith("autograder"))


class _Printed(io.TextIOBase):
    """A standard output that keeps nothing and counts."""

    count = 0

    def write(self, text: str) -> int:
        """Count the characters."""
        self.count += len(text)
        return len(text)
