"""Limits of graded code: per call, per lesson and per submission; each can be set, each has its own sentence.

The processor time of a call is the lesson's own (`Case.seconds`); `patience` stretches it for a slow machine.
"""

import contextlib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_type_hints

MEGABYTE = 1 << 20
_LARGE = {"": 1, "K": 1 << 10, "M": MEGABYTE, "G": 1 << 30}


@dataclass(frozen=True, slots=True)
class Limits:
    """What graded code may use.

    Attributes:
        patience: factor on the processor seconds of every call.
        call_wall: seconds on the clock between a call and its answer; sleeping costs no processor time.
        load_cpu: processor seconds for the definitions, before the first call.
        lesson_cpu: processor seconds of one lesson, all its calls together.
        lesson_wall: seconds on the clock for one lesson.
        submission_cpu: processor seconds of one submission, all its lessons together.
        submission_wall: seconds on the clock for one submission.
        memory: bytes of address space of one process beyond what it starts with.
        files: descriptors open at once; nothing may be written to any file, whatever this says.
        processes: processes and threads that may be added without a jail; in a jail there are no further processes,
            and memory bounds the threads.
        answer_bytes: bytes of one call's answer, and of what it asks its callbacks, as JSON.
        answer_parts: entries of lists and dicts in one call's answer.
        answer_depth: how deep they may be nested.
        lesson_bytes: bytes of all answers of one lesson.
        lesson_parts: their entries of lists and dicts.
    """

    patience: float = 1.0
    call_wall: float = 25.0
    load_cpu: float = 2.0
    lesson_cpu: float = 60.0
    lesson_wall: float = 120.0
    submission_cpu: float = 300.0
    submission_wall: float = 600.0
    memory: int = 1024 * MEGABYTE
    files: int = 16
    processes: int = 256
    answer_bytes: int = 24 * MEGABYTE
    answer_parts: int = 500_000
    answer_depth: int = 50
    lesson_bytes: int = 32 * MEGABYTE
    lesson_parts: int = 1_000_000


def limits_from(words: Iterable[str]) -> Limits:
    """Return the limits with some of them set: each word is `NAME=NUMBER`, where 512M is 512 times 1,048,576.

    Raises:
        ValueError: a word is no such setting; the text says which, and what to write.
    """
    return Limits(**dict(map(_setting, words)))


def _setting(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    kinds = get_type_hints(Limits)
    if name not in kinds:
        raise ValueError(f"there is no limit called {name!r}. Name one of {', '.join(kinds)}, as in call_wall=60")
    number = re.fullmatch(r"(\d+(?:\.\d+)?)([KMG]?)", value, re.ASCII)
    amount = float(number[1]) * _LARGE[number[2]] if number else 0.0
    if kinds[name](amount) <= 0:
        raise ValueError(f"{word!r} sets no limit. Write a number above 0 behind the =, as in {name}=60 or {name}=512M")
    return name, kinds[name](amount)


@dataclass(frozen=True, slots=True)
class Start:
    """What a child begins with, measured once, before the forks.

    Attributes:
        address_space: bytes in use already.
        tasks: processes and threads of this user; `None` where they need no limit or cannot be counted.
        nothing: an open descriptor of the null device.
    """

    address_space: int
    tasks: int | None
    nothing: int


def measured_start(*, count_tasks: bool) -> Start:
    """Measure what a child begins with."""
    tasks = _tasks_of_this_user() if count_tasks else None
    return Start(_address_space(), tasks, os.open(os.devnull, os.O_RDWR))


def _address_space() -> int:
    import resource

    with contextlib.suppress(OSError), open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
    return 0


def _tasks_of_this_user() -> int | None:
    count = 0
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == os.getuid():
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count or None


def apply_limits(keep: int, limits: Limits, start: Start) -> None:
    """Close every descriptor but one, silence the standard ones, and set hard limits that cannot be raised again.

    Args:
        keep: the descriptor to the judge.
        limits: what is allowed.
        start: what the child begins with.
    """
    import resource  # not there on Windows, where this module is read but nobody is graded

    for standard in (0, 1, 2):
        os.dup2(start.nothing, standard)
    os.closerange(3, keep)
    os.closerange(keep + 1, 256 if keep < 255 else keep + 256)
    wanted = {
        "RLIMIT_CPU": int(limits.lesson_cpu + limits.load_cpu) + 1,
        "RLIMIT_AS": start.address_space + limits.memory,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": limits.files,
        "RLIMIT_CORE": 0,
        "RLIMIT_MSGQUEUE": 0,
    }
    if start.tasks is not None:
        wanted["RLIMIT_NPROC"] = start.tasks + limits.processes
    for name, limit in wanted.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            with contextlib.suppress(ValueError, OSError):  # macOS knows some of them only by name
                resource.setrlimit(kind, (limit, limit))
