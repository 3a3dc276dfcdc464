"""Collected work as it comes: single files, a class's folders, nbgrader's `submitted/`, or a zip from an LMS.

Nothing is unpacked: a zip's members are read where they lie, so no path can escape and no bomb goes off.
"""

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from autograder.grading.submission import MAX_BYTES, Submission, file_content, submission_of, too_large
from autograder.lessons.catalog import chapters

SUFFIXES = (".ipynb", ".py")
MAX_MEMBERS = 20_000
_CHAPTER = re.compile(r"[ _-]*ch\d\d_[a-z_]+.*$")
_LMS = re.compile(r"(_\d+){1,3}.*$|(_assignsubmission.*)$")  # what learning platforms put behind a student's name


class NothingFoundError(Exception):
    """There is nothing to judge; the text says what was looked for, and where."""


@dataclass(frozen=True, slots=True)
class Collected:
    """One handed-in file, not yet read.

    Attributes:
        path: the file, or the zip that holds it.
        member: its name inside the zip; empty for a plain file.
        student: whose it is.
        chapter: the chapter, where the place says it; empty where the content must tell.
        time: when it was handed in or changed, as text that sorts.
        older: how many earlier files by the same student for the same chapter it replaces.
    """

    path: Path
    member: str
    student: str
    chapter: str
    time: str = ""
    older: int = 0

    def read(self) -> Submission:
        """Read it; never fails."""
        content, problem = _member_content(self.path, self.member) if self.member else file_content(self.path)
        return submission_of(content, Path(self.member or self.path), self.student, self.chapter, problem)


def collected(paths: Iterable[Path]) -> list[Collected]:
    """Find what was handed in at the given paths, in order; of several by one student for a chapter, the newest.

    Raises:
        NothingFoundError: a path holds nothing that can be judged.
    """
    found: list[Collected] = []
    for path in paths:
        here = list(_at(path))
        if not here:
            raise NothingFoundError(_sentence(path))
        found += here
    return _newest(found)


def _sentence(path: Path) -> str:
    if not path.exists():
        return f"{path} is not there, so nothing has been collected yet."
    if path.is_dir():
        return (
            f"No notebook lies under {path} in the form <student>/<chapter>/<notebook>.ipynb. "
            "Give the folder that holds the students' folders."
        )
    return f"{path} holds no notebook. Give .ipynb or .py files, folders, or a zip of them."


def _at(path: Path) -> Iterator[Collected]:
    if path.is_dir():
        yield from _in_folder(path)
    elif path.suffix == ".zip":
        yield from _in_zip(path)
    elif path.suffix in SUFFIXES:
        yield Collected(
            path,
            "",
            path.parent.parent.name if path.parent.name in chapters() else _student(PurePosixPath(path.name)),
            "",
        )


def overlooked(folder: Path) -> list[str]:
    """Say what lies in a class's folder and is not judged, so that no student is lost without a word."""
    sentences = []
    for student in sorted(each for each in folder.iterdir() if each.is_dir() and not each.name.startswith(".")):
        for file in sorted(student.rglob("*.ipynb")):
            place = file.relative_to(student)
            if (len(place.parts) != 2 or place.parts[0] not in chapters()) and not _is_hidden(place):
                sentences.append(
                    f"{student.name}: {place} is not judged; notebooks count in {student.name}/<chapter>/, "
                    f"where a chapter is one of {', '.join(chapters())}"
                )
        named = sorted(each for each in student.iterdir() if each.name in chapters())
        empty = [each.name for each in named if not any(each.glob("*.ipynb"))]
        sentences += [f"{student.name}: {name}/ holds no notebook" for name in empty]
        if not any(student.iterdir()):
            sentences.append(f"{student.name}: the folder is empty")
    return sentences


def _is_hidden(place: Path) -> bool:
    return any(part.startswith(".") for part in place.parts)


def _in_folder(folder: Path) -> Iterator[Collected]:
    for student in sorted(each for each in folder.iterdir() if each.is_dir()):
        for chapter in sorted(each for each in student.iterdir() if each.is_dir() and each.name in chapters()):
            for file in sorted(chapter.glob("*.ipynb")):
                if not file.name.startswith("."):
                    named = file.stem == chapter.name  # the name that was handed out outranks any other
                    yield Collected(file, "", student.name, chapter.name, f"{named:d}{file.lstat().st_mtime_ns:020d}")


def _in_zip(path: Path) -> Iterator[Collected]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()[:MAX_MEMBERS]
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise NothingFoundError(f"{path} is not a whole zip file: {error}. Download it again.") from error
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        hidden = any(part.startswith((".", "__MACOSX")) for part in name.parts if part != "..")
        if not member.is_dir() and name.suffix in SUFFIXES and not hidden and not name.name.startswith("given_ch"):
            time = "{:04}{:02}{:02}{:02}{:02}{:02}".format(*member.date_time)
            yield Collected(path, member.filename, _student(name), _chapter(name), time)


def _student(name: PurePosixPath) -> str:
    """Tell whose a zip's member is: its student folder, else the front of its name."""
    folders = [part for part in name.parts[:-1] if part not in ("..", "/", "submitted") and part not in chapters()]
    front = _LMS.sub("", folders[-1] if folders else _CHAPTER.sub("", name.stem)).strip(" _-")
    return front or name.stem


def _chapter(name: PurePosixPath) -> str:
    words = " ".join(name.parts)
    return next((chapter for chapter in chapters() if chapter in words), "")


def _member_content(path: Path, member: str) -> tuple[bytes, str]:
    try:
        with _archive(path).open(member) as file:
            content = file.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        return b"", f"{member} cannot be read from the zip: {error}. Download it again."
    return (b"", too_large(member)) if len(content) > MAX_BYTES else (content, "")


@cache
def _archive(path: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(path)


def _newest(found: list[Collected]) -> list[Collected]:
    """Keep one file a student and chapter; where the place does not say the chapter, the content is asked."""
    kept: dict[tuple[str, str], Collected] = {}
    for each in found:
        key = (each.student, each.chapter or each.read().chapter or (each.member or str(each.path)))
        before = kept.get(key)
        if before is None:
            kept[key] = each
        else:
            newer = each if each.time >= before.time else before
            kept[key] = Collected(
                newer.path, newer.member, newer.student, newer.chapter, newer.time, older=before.older + 1
            )
    return list(kept.values())
