"""What runs beside a learner's code in the graded process: load the submission, run the cases, answer in plain data.

Needs the standard library, the lab and `autograder.execution` only; knows no rule and no right answer.
"""

import base64
import builtins
import contextlib
import gc
import linecache
import marshal
import sys
import types
from typing import Any

from autograder.execution.guard import TimeLimit, limited
from autograder.execution.outcomes import Outcome
from autograder.execution.running import raised, run_case
from autograder.grading import jail_probe
from autograder.grading.extraction import Cell, needed_pieces
from autograder.grading.frames import Channel

_RECOGNISED = Outcome("ok")  # the judge has the answer already


def serve(descriptor: int) -> None:
    """Do the one task that the judge sends: run a lesson, take a notebook apart, or probe the jail."""
    channel = Channel(descriptor)
    order = channel.receive()
    if "probe" in order:
        channel.send({"passed": jail_probe.passed(order["probe"])})
    elif "cells" in order:
        channel.send({"pieces": [_pieces(order["cells"], name) for name in order["names"]]})
    else:
        with contextlib.suppress(EOFError):  # the judge has enough
            _run_lesson(channel, order)


def _pieces(cells: list[Any], name: str) -> dict[str, Any]:
    """Return the code that a function needs, or one sentence; done here, since a source may crash Python's parser."""
    try:
        pieces = needed_pieces([Cell(*each) for each in cells], name)
    except SyntaxError as error:
        return {"problem": f"cannot be read: {error.filename}, line {error.lineno}, is not Python ({error.msg})"}
    except (RecursionError, MemoryError, ValueError):
        return {"problem": "cannot be read: its cell is nested too deeply for Python, or holds what is no text"}
    return {"pieces": [[each.label, each.source] for each in pieces]}


def _run_lesson(channel: Channel, order: dict[str, Any]) -> None:
    """Load one lesson's submission, then run cases one after the other, as they come, until the judge has enough."""
    gc.collect()
    function, problem = _load(order)
    channel.send({"loaded": None if problem is None else problem.to_json()})
    if problem is not None:
        return
    while True:
        for number, case in channel.receive():

            def ask(name: str, args: list[Any], kwargs: dict[str, Any], number: int = number) -> Any:
                channel.send({"case": number, "ask": [name, args, kwargs]})
                return channel.receive()

            def recognise(fingerprint: str, number: int = number) -> Outcome | None:
                channel.send({"case": number, "fingerprint": fingerprint})
                return _RECOGNISED if channel.receive() else None

            told = run_case(function, case, ask, recognise)
            if told is not _RECOGNISED:
                channel.send({"case": number, "outcome": told.to_json()})


def _load(order: dict[str, Any]) -> tuple[Any, Outcome | None]:
    """Run the submission's pieces in a module of their own; return the function, or what stopped it."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    namespace = vars(module)
    try:
        limited(order["load_cpu"], lambda: _run_pieces(order, namespace))
    except TimeLimit:
        return None, Outcome("timeout")
    except BaseException as exception:
        return None, Outcome("raised", errors=(raised(exception),))
    if order["name"] not in namespace:
        return None, Outcome("not written")
    return namespace[order["name"]], None


def _run_pieces(order: dict[str, Any], namespace: dict[str, Any]) -> None:
    for name, (source, code) in order["modules"].items():
        given = types.ModuleType(name)
        sys.modules[name] = given
        _run(source, name, vars(given), code)
    needs: dict[str, Any] = {}
    for name, (source, code) in order["needs"].items():
        own: dict[str, Any] = {"__name__": f"right_{name}", "__builtins__": builtins}
        _run(source, f"right_{name}", own, code)
        needs[name] = own[name]
    namespace.update(needs)
    for label, source in order["pieces"]:
        _run(source, label, namespace)
        namespace.update(needs)  # a right version stands in for the learner's own, from the first line that uses it


def _run(source: str, label: str, namespace: dict[str, Any], code: str = "") -> None:
    """Run a source, and keep its lines for messages; `code` is the same compiled by the judge, where it is ours."""
    name = f"<{label}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    compiled = marshal.loads(base64.b64decode(code)) if code else compile(source, name, "exec", dont_inherit=True)
    exec(compiled, namespace)


class Inert:
    """Stands in for `check`, `hint` and the rest: takes anything, does nothing, gives itself back."""

    def __call__(self, *args: Any, **kwargs: Any) -> "Inert":
        """Do nothing."""
        return self

    def __getattr__(self, name: str) -> "Inert":
        """Give itself for any attribute but the special ones, which objects are asked for in passing."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self
