"""Records: what a learner did, one line of JSON each, in the study folder and nowhere else.

Only ever appended to, each line in one write, so that two kernels may do it at once without a lock.
"""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

MARKER = ".autograder"  # the folder that makes its parent a study folder
FILE = "progress.jsonl"
Record = dict[str, Any]

_unwritten: dict[Path, list[Record]] = {}
_told: set[Path] = set()


def study_folder(start: Path | None = None) -> Path:
    """Return the nearest folder that is marked as a study folder, from `start` upwards; `start` where none is.

    Args:
        start: the working directory where it is left out.
    """
    start = (start or Path.cwd()).absolute()
    return next((each for each in (start, *start.parents) if (each / MARKER).is_dir()), start)


class Records:
    """The records of one study folder.

    Attributes:
        path: the file, whether it exists or not.
    """

    def __init__(self, folder: Path) -> None:
        """Belong to a study folder; nothing is read or written yet."""
        self.path = folder / MARKER / FILE

    @classmethod
    def here(cls) -> "Records":
        """Return the records of the study folder around the working directory."""
        return cls(study_folder())

    def append(self, **record: Any) -> str:
        """Add a record, with the time.

        Returns:
            a sentence where it could not be written, once in each kernel; empty otherwise.
        """
        made = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), **record}
        try:
            self._write([made])
        except OSError as error:
            _unwritten.setdefault(self.path, []).append(made)
            if self.path in _told:
                return ""
            _told.add(self.path)
            return f"Progress is kept in this kernel only: {self.path} cannot be written ({error.strerror or error})."
        return ""

    def _write(self, records: list[Record]) -> None:
        lines = "".join(json.dumps(each) + "\n" for each in records)
        self.path.parent.mkdir(exist_ok=True)
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            # the newline before ends a line that was cut off, so that it takes no other with it
            os.write(descriptor, f"\n{lines}".encode())
        finally:
            os.close(descriptor)

    def read(self) -> tuple[list[Record], str]:
        """Return all records, oldest first, and a sentence where the file was damaged and had to be put aside."""
        try:
            records, damaged = _parsed(self.path.read_bytes())
            note = ""
            if damaged:
                records, note = self._put_aside()
        except FileNotFoundError:
            records, note = [], ""
        except OSError as error:
            records, note = [], f"{self.path} cannot be read ({error.strerror or error})."
        return sorted([*records, *_unwritten.get(self.path, [])], key=lambda each: str(each["at"])), note

    def _put_aside(self) -> tuple[list[Record], str]:
        """Move a damaged file away, then write what can be read of it to a new one.

        What was moved is read again, and only appended to the new file: whatever another kernel wrote meanwhile stays.
        """
        aside = next(each for each in _names_aside(self.path) if not each.exists())
        try:
            os.rename(self.path, aside)
        except FileNotFoundError:
            return self.read()  # another kernel was faster
        except OSError:
            return _parsed(self.path.read_bytes())[0], f"Some lines of {self.path} are damaged and were left out."
        records, _ = _parsed(aside.read_bytes())
        self._write(records)
        return _parsed(self.path.read_bytes())[
            0
        ], f"{self.path.name} was damaged. It is kept as {aside}; {len(records)} records could be read."


def _names_aside(path: Path) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        yield path.with_name(f"progress-damaged-{os.getpid()}-{number}.jsonl")


def _parsed(content: bytes) -> tuple[list[Record], bool]:
    """Return the records that can be read, and whether there was something else."""
    records, damaged = [], False
    for line in content.splitlines():
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if not (isinstance(record, dict) and {"at", "kind", "lesson"} <= record.keys()):
                raise ValueError(line)
            records.append(record)
        except ValueError:
            damaged = True
    return records, damaged
