"""`autograder build`: everything that is generated, as one table from path to text."""

from collections.abc import Callable, Iterator
from pathlib import Path

from autograder.authoring.exercises import as_text, exercise_notebook
from autograder.authoring.right import given_code, right_modules
from autograder.authoring.source import ROOT, Source, sources, taught
from autograder.authoring.standard import standard_lines
from autograder.lessons.catalog import lesson_named

RIGHT = "autograder/lessons/right"
STANDARD = "autograder/lessons/standard"
KEPT = {"__init__.py"}


def generated_code(root: Path = ROOT) -> dict[str, str]:
    """Return the right versions: what the rest of a build runs."""
    return {
        f"{RIGHT}/{file}": text
        for source in sources(root)
        for file, text in right_modules(source, sources(root)).items()
    }


def generated_exercises(root: Path = ROOT) -> dict[str, str]:
    """Return the notebooks and the given code beside them."""
    files: dict[str, str] = {}
    earlier: list[Source] = []
    for source in sources(root):
        folder = f"exercises/{source.chapter}"
        files[f"{folder}/{source.chapter}.ipynb"] = as_text(exercise_notebook(source))
        files[f"{folder}/given_{source.number}.py"] = given_code(earlier)
        earlier.append(source)
    return files


def generated_runs(root: Path = ROOT, said: Callable[[str], None] = lambda name: None) -> dict[str, str]:
    """Return the standard runs; `said` is told each lesson's name before its run is made."""
    files = {}
    for source in sources(root):
        for name in taught(source):
            said(name)
            files[f"{STANDARD}/{name}.jsonl"] = standard_lines(lesson_named(name))
    return files


def differences(files: dict[str, str], root: Path = ROOT) -> Iterator[str]:
    """Yield what a build would change on disk: files that differ or are missing, and generated ones that are stray."""
    for name, text in files.items():
        path = root / name
        if not path.exists():
            yield f"missing: {name}"
        elif path.read_bytes() != text.encode():
            yield f"differs: {name}"
    for folder in {str(Path(name).parent) for name in files}:
        for path in (root / folder).iterdir():
            name = f"{folder}/{path.name}"
            if path.is_file() and name not in files and path.name not in KEPT:
                yield f"stray: {name}"


def write(files: dict[str, str], root: Path = ROOT) -> None:
    """Write files whose bytes differ, and remove stray ones from the folders that are generated whole."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != text.encode():
            path.write_bytes(text.encode())
    for stray in [each for each in differences(files, root) if each.startswith("stray: ")]:
        (root / stray.removeprefix("stray: ")).unlink()
