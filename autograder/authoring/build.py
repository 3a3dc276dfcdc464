"""Everything that is generated, as tables from path to text, and what a build changes on disk."""

import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import ModuleType

from autograder.authoring.exercises import as_text, exercise_notebook
from autograder.authoring.right import given_code, right_modules
from autograder.authoring.source import ROOT, Source, sources, taught
from autograder.authoring.standard import standard_lines
from autograder.lessons.catalog import lesson_named
from autograder.lessons.oracle import right_function

RIGHT = "autograder/lessons/right"
STANDARD = "autograder/lessons/standard"
EXERCISES = "exercises"
KEPT = "__init__.py"  # the one file written by hand in a folder of generated ones


def chosen(chapters: Collection[str], root: Path = ROOT) -> list[Source]:
    """Return the sources of some chapters, in order; of all where none is named."""
    return [source for source in sources(root) if not chapters or source.chapter in chapters]


def generated_code(chapters: Collection[str] = (), root: Path = ROOT) -> dict[str, str]:
    """Return the right versions: what the rest of a build runs."""
    return {
        f"{RIGHT}/{file}": text
        for source in chosen(chapters, root)
        for file, text in right_modules(source, sources(root)).items()
    }


def run_with(code: dict[str, str]) -> None:
    """Let this process use these right versions, whatever stands on disk."""
    for path, text in code.items():
        name = path.removesuffix(".py").replace("/", ".")
        sys.modules[name] = ModuleType(name)
        exec(compile(text, path, "exec"), vars(sys.modules[name]))
    right_function.cache_clear()


def generated_exercises(chapters: Collection[str] = (), root: Path = ROOT) -> dict[str, str]:
    """Return the notebooks and the given code beside them."""
    files: dict[str, str] = {}
    known = sources(root)
    for source in chosen(chapters, root):
        folder = f"{EXERCISES}/{source.chapter}"
        files[f"{folder}/{source.chapter}.ipynb"] = as_text(exercise_notebook(source))
        files[f"{folder}/given_{source.number}.py"] = given_code(source, known)
    return files


def generated_runs(
    chapters: Collection[str] = (), root: Path = ROOT, said: Callable[[str], None] = lambda name: None
) -> dict[str, str]:
    """Return the standard runs; `said` is told each lesson's name before its run is made."""
    files = {}
    for source in chosen(chapters, root):
        for name in taught(source):
            said(name)
            files[f"{STANDARD}/{name}.jsonl"] = standard_lines(lesson_named(name))
    return files


def differences(files: dict[str, str], root: Path = ROOT) -> Iterator[str]:
    """Yield what on disk is not what a build of these files writes: they differ, or are missing."""
    for name, text in files.items():
        path = root / name
        if not path.exists():
            yield f"missing: {name}"
        elif path.read_bytes() != text.encode():
            yield f"differs: {name}"


def strays(files: Collection[str], root: Path = ROOT) -> Iterator[str]:
    """Yield what a whole build does not write, in the folders that hold nothing else.

    Args:
        files: the names of all files of a whole build.
        root: the checkout.
    """
    for folder in (RIGHT, STANDARD, EXERCISES):
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            left_by_tools = any(part.startswith(".") or part == "__pycache__" for part in Path(name).parts)
            if path.is_file() and path.name != KEPT and name not in files and not left_by_tools:
                yield name


def write(files: dict[str, str], root: Path = ROOT) -> list[str]:
    """Write the files whose bytes differ, and return their names."""
    changed = [each.partition(": ")[2] for each in differences(files, root)]
    for name in changed:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[name].encode())
    return changed
