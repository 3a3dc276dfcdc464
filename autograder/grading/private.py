"""An instructor's private rules and cases: a folder with one Python file a function, judged and never shown.

A file `trim_history.py` may define `cases()`, which returns cases as the lesson's own module makes them, and
`rules(lesson)`, which adds rules with `@lesson.rule(...)`. A private rule's points count like any other's; a case says
in `telling` which private rules it puts to the proof.
"""

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.lessons.catalog import lesson_named

loaded: list[Path] = []
"""The private files this process has taken in: marks depend on them."""


class PrivateFolderError(Exception):
    """A private folder cannot be used; the text names the file and what is wrong with it."""


def load_private(folder: Path) -> None:
    """Add a folder's rules and cases to their lessons, in this process.

    Raises:
        PrivateFolderError: a file is of no lesson, fails, or gives something else than cases.
    """
    files = sorted(folder.resolve().glob("*.py"))
    if not files:
        raise PrivateFolderError(f"{folder} holds no .py file. Name each after a function, such as trim_history.py.")
    for file in (each for each in files if each not in loaded):  # a configuration may be read more than once
        try:
            _load(file)
        except PrivateFolderError:
            raise
        except Exception as error:
            raise PrivateFolderError(f"{file} cannot be used: {type(error).__name__}: {error}") from error
        loaded.append(file)


def _load(file: Path) -> None:
    lesson = lesson_named(file.stem)
    module = _module(file)
    if not hasattr(module, "cases") and not hasattr(module, "rules"):
        raise PrivateFolderError(f"{file} defines neither cases() nor rules(lesson).")
    if hasattr(module, "rules"):
        own = len(lesson.rules)
        module.rules(lesson)
        lesson.rules[own:] = [replace(rule, private=True) for rule in lesson.rules[own:]]
    if hasattr(module, "cases"):
        cases = (replace(each, hidden=True, name=f"private: {each.name}") for each in module.cases())
        lesson.private_cases = (*lesson.private_cases, *cases)


def _module(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"private_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
