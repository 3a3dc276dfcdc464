"""Hand files out into a learner's folder, so that what is new arrives and what they wrote stays.

A record of what was handed out lies in the folder, so that a file the learner never changed can be told from one
they did: the first gives way to a newer version, the second is kept.
"""

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from autograder.notebook.records import MARKER

RECORD = "handed_out.json"

Files = dict[str, bytes]  # by path inside a folder, with forward slashes
Deed = Literal["added", "updated", "same", "changed by you", "kept although newer"]


@dataclass(frozen=True, slots=True)
class Handed:
    """What was done with one file."""

    name: str
    deed: Deed


def hand_out(files: Files, folder: Path) -> list[Handed]:
    """Bring a learner's folder up to date, and say what was done with each file.

    Args:
        files: everything the course hands out.
        folder: the learner's; made where it is missing.

    Raises:
        OSError: something could not be written; what was there before is there still.
    """
    folder.mkdir(parents=True, exist_ok=True)
    record = _read_record(folder)
    handed: list[Handed] = []
    try:
        for name, content in files.items():
            deed = _deed(folder / name, content, record.get(name))
            if deed in ("added", "updated"):
                write_whole(folder / name, content)
            if deed in ("added", "updated", "same"):
                record[name] = {"version": _digest(content), "mark": mark(name, content)}
            handed.append(Handed(name, deed))
    except OSError:
        with suppress(OSError):
            _write_record(folder, record)
        raise
    _write_record(folder, record)
    return handed


def start_over(files: Files, folder: Path) -> Iterator[tuple[str, str]]:
    """Put fresh files in place of a learner's, and yield each name with the name their own is kept under.

    Args:
        files: those to start over; one that the learner's folder does not hold, or holds unchanged, is left out.
        folder: the learner's.

    Raises:
        OSError: something could not be written; the learner's file is there still, under one of its names.
    """
    for name, content in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() != content:
            beside = _free_name(path)
            fresh = _written_beside(path, content)
            path.rename(beside)
            fresh.replace(path)
            yield name, beside.relative_to(folder).as_posix()


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}.kept-{number}{path.suffix}") for number in range(1, 10**6))
    return next(name for name in names if not name.exists())


def mark(name: str, content: bytes) -> str:
    """Return what tells a learner's change: of a notebook the kinds and texts of its cells, else every byte.

    So a notebook that was only run, or saved by another version of Jupyter, counts as unchanged.
    """
    if name.endswith(".ipynb"):
        try:
            cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(content)["cells"]]
            content = json.dumps([cell for cell in cells if cell[1].strip()]).encode()
        except (ValueError, KeyError, TypeError):
            pass  # a notebook that cannot be read is told by its bytes
    return _digest(content)


def _deed(path: Path, content: bytes, known: dict[str, str] | None) -> Deed:
    """Say what is to be done with one file."""
    if not path.exists():
        return "added"
    theirs = mark(path.name, path.read_bytes())
    ours = mark(path.name, content)
    unchanged = known is not None and theirs == known["mark"]
    newer = known is None or known["version"] != _digest(content)
    if unchanged and newer:
        return "updated"
    if theirs == ours:
        return "same"
    return "changed by you" if known is not None and known["mark"] == ours else "kept although newer"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read_record(folder: Path) -> dict[str, dict[str, str]]:
    """Return what was handed out; a record that is missing or damaged counts as none, and files are then kept."""
    try:
        record = json.loads((folder / MARKER / RECORD).read_bytes())
        return {str(name): {key: str(each[key]) for key in ("version", "mark")} for name, each in record.items()}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _write_record(folder: Path, record: dict[str, dict[str, str]]) -> None:
    if record != _read_record(folder):
        write_whole(folder / MARKER / RECORD, (json.dumps(record, indent=1, sort_keys=True) + "\n").encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all; its folder is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _written_beside(path, content).replace(path)


def _written_beside(path: Path, content: bytes) -> Path:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        part.unlink(missing_ok=True)
        problem.filename = problem.filename or str(path)
        raise
    return part


def sentence(problem: OSError, folder: Path) -> str:
    """Say what stood in the way, and the way out."""
    place = problem.filename or folder
    if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return (
            f"There is no room left for {place}. What you wrote is untouched. "
            "Make room on the disk, and run the same command again."
        )
    if problem.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{place} may not be written. Choose a folder of your own: autograder study FOLDER."
    if problem.errno in (errno.EEXIST, errno.ENOTDIR, errno.EISDIR):
        return (
            f"{place} cannot be made: a file stands where a folder has to be, or a folder where a file has to be. "
            "Rename it, or choose another folder: autograder study FOLDER."
        )
    return f"{place}: {problem.strerror}. What you wrote is untouched."
