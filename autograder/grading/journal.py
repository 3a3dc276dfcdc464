"""The journal: every graded submission, one line each, on disk before anything is made of it.

Append-only and synced line by line, so that a run killed at any moment is taken up by the same command.
"""

import json
import os
from pathlib import Path
from types import TracebackType

from autograder.grading.graded import Graded


class Journal:
    """An open journal. Use as a context manager."""

    def __init__(self, path: Path) -> None:
        """Name the file; it is made when the journal is opened."""
        self.path = path
        self._places: dict[tuple[str, str], int] = {}

    def __enter__(self) -> "Journal":
        """Open the file and learn what it holds; a last line cut off by a kill is left behind."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        place = 0
        with open(self.path, "rb") as lines:
            for line in lines:
                graded = _read(line)
                if graded is not None:
                    self._places[graded.student, graded.key] = place
                place += len(line)
                last = line
        if place and not last.endswith(b"\n"):
            os.write(self._file, b"\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the file."""
        os.close(self._file)

    def find(self, student: str, key: str) -> Graded | None:
        """Return what is known of a student's submission."""
        place = self._places.get((student, key))
        if place is None:
            return None
        with open(self.path, "rb") as lines:
            lines.seek(place)
            return _read(lines.readline())

    def add(self, graded: Graded) -> None:
        """Write a line and have it on disk before this returns."""
        line = json.dumps(graded.to_json(), ensure_ascii=True).encode("ascii") + b"\n"
        os.write(self._file, line)  # one write, so that two runs on one journal cannot mix their lines
        os.fsync(self._file)
        self._places[graded.student, graded.key] = os.fstat(self._file).st_size - len(line)


def _read(line: bytes) -> Graded | None:
    try:
        return Graded.from_json(json.loads(line))
    except (ValueError, TypeError, KeyError):
        return None
