"""A learner's function and the lesson it belongs to: which one, where its names are looked up, what it calls."""

import difflib
import hashlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from autograder.execution.values import in_words
from autograder.lessons.catalog import lesson_folders, lesson_names


class Misuse(Exception):  # noqa: N818  (never leaves the package: it becomes a sentence)
    """What was given cannot be worked with.

    Attributes:
        way_out: what to do instead.
    """

    def __init__(self, sentence: str, way_out: str) -> None:
        """Keep both halves."""
        super().__init__(sentence)
        self.way_out = way_out


def lesson_for(thing: Any, verb: str, lesson: Any = None) -> str:
    """Return the name of the lesson that a function, or a name, is about.

    Args:
        thing: a learner's function or class, or the name of a lesson.
        verb: what was called: `check`, `hint` or `solution`.
        lesson: says which, for a function that has another name.

    Raises:
        Misuse: there is no such lesson, or `thing` is neither.
    """
    if lesson is not None:
        return _known(getattr(lesson, "__name__", lesson), verb, getattr(thing, "__name__", ""))
    if isinstance(thing, str):
        return _known(thing, verb)
    if not callable(thing):
        example = f"{verb}({_lessons_nearby()[0]})"
        raise Misuse(
            f"got {in_words(thing)}, which is not a function",
            f"pass the function itself, as in {example}, not what it returns",
        )
    name = getattr(thing, "__name__", type(thing).__name__)
    return _known(name, verb, name)


def _known(name: Any, verb: str, own: str = "") -> str:
    if isinstance(name, str) and name in lesson_folders():
        return name
    close = difflib.get_close_matches(str(name), lesson_folders(), n=1)
    nearby = _lessons_nearby(lesson_folders().get("".join(close)))
    meant = (close or nearby)[0]
    own = own if own.isidentifier() else "your_function"
    called = "a function without a name" if name == "<lambda>" else f"a function named {str(name)[:60]}"
    way_out = f'check({own}, lesson="{meant}")' if verb == "check" else f'{verb}("{meant}")'
    raise Misuse(
        f"does not know {called}", f"say which one, as in {way_out}; the functions here are {', '.join(nearby)}"
    )


def _lessons_nearby(otherwise: str | None = None) -> list[str]:
    """Return the lessons of the chapter whose folder this is, or of another chapter, or all of them."""
    chapters = set(lesson_folders().values())
    chapter = next((part for part in reversed(Path.cwd().parts) if part in chapters), otherwise)
    return list(lesson_folders() if chapter is None else lesson_names(chapter))


def namespace_of(function: Any) -> dict[str, Any]:
    """Return the names that a function or class sees as global."""
    inner = inspect.unwrap(function) if callable(function) else function
    inner = getattr(inner, "func", inner)  # a functools.partial
    found = getattr(inner, "__globals__", None)
    if isinstance(found, dict):
        return found
    module = sys.modules.get(getattr(inner, "__module__", None) or "__main__") or sys.modules["__main__"]
    return vars(module)


def names_called(function: Any, namespace: dict[str, Any]) -> set[str]:
    """Return the global names that a function or class uses, directly or through functions beside it."""
    found: set[str] = set()
    waiting = [function]
    while waiting:
        for code in _codes(waiting.pop()):
            for name in code.co_names:
                beside = namespace.get(name)
                if name not in found and getattr(beside, "__globals__", None) is namespace:
                    waiting.append(beside)
                found.add(name)
    return found


def _codes(thing: Any) -> Iterator[CodeType]:
    """Yield the code of a function, of what is defined inside it, and of a class's methods."""
    if isinstance(thing, type):
        for each in vars(thing).values():
            yield from _codes(each)
    inner = getattr(thing, "__func__", getattr(thing, "fget", thing))
    if isinstance(inner, FunctionType):
        yield from _with_inner(inspect.unwrap(inner).__code__)


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _with_inner(each)


def source_mark(function: Any) -> str:
    """Return a short text that differs when the function's own source does."""
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        source = "".join(f"{code.co_code!r}{code.co_names}{_constants(code)}" for code in _codes(function))
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:16]


def _constants(code: CodeType) -> list[Any]:
    return [each for each in code.co_consts if not isinstance(each, CodeType)]
