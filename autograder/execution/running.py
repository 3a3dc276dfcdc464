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

from autograder.execution.built import bytes_ahead, plain_bytes
from autograder.execution.calls import Ask, Call, arguments_of, decode_calls, filled, input_lists, messages_in
from autograder.execution.cases import CALL, NEW
from autograder.execution.guard import TimeLimit, limited
from autograder.execution.outcomes import Outcome, Raised, Status, writable
from autograder.execution.values import Encoder, Unreadable, in_words

_WITHIN_A_LINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")  # frames that say a line again
_PYTHONS_OWN = os.path.dirname(os.__file__)  # frames of its library say nothing to a learner
_INSTALLED = f"{os.sep}site-packages{os.sep}"  # nor do those of a package, which would crowd out the learner's own
Recognise = Callable[[str], Outcome | None]


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
    lists = input_lists(calls)  # a later call, once it is filled with earlier answers, gives nothing that is input
    printed = _Printed()
    results: list[Any] = []
    errors: list[Raised | None] = []
    before = [[bytes_ahead(each) or _snapshot(each) for each in arguments_of([call])] for call in calls]
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
    encoder = Encoder([] if changed else messages_in(lists), lists)
    outcome = _outcome(encoder, results, errors, arguments_of(calls) if changed else None, printed.count)
    return replace(outcome, fingerprint=fingerprint) if fingerprint else outcome


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
    return [_snapshot(each) for each in arguments_of([call])]


def _snapshot(argument: Any) -> Any:
    """Return bytes that differ when the argument was changed; `None` for a callback."""
    try:
        return plain_bytes(argument)
    except ValueError:
        if callable(argument) or hasattr(argument, "_autograder_methods"):
            return None
        with contextlib.suppress(Unreadable):
            return json.dumps(Encoder().encode(argument))
        return "unreadable"


def _plain(argument: Any) -> Any:
    return None if _snapshot(argument) is None else argument


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
    return Raised(kinds, writable(text[:2000]), tuple(_frames(exception.__traceback__))[-8:])


def _frames(traceback: TracebackType | None) -> Iterator[tuple[str, str]]:
    above = (-1, "")
    while traceback is not None:
        code, line = traceback.tb_frame.f_code, traceback.tb_lineno
        if _is_the_learners(traceback.tb_frame):
            if above != (line, code.co_filename) or code.co_name not in _WITHIN_A_LINE:
                text = linecache.getline(code.co_filename, line, traceback.tb_frame.f_globals).strip()
                yield f"{code.co_name}, line {line}", writable(text)
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
