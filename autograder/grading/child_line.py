"""The judge's line to one child: frames both ways, within limits, and the child's processor time seen from outside."""

import os
import socket
import time
from typing import TYPE_CHECKING, Any

from autograder.grading.frames import HEADER, TooDeepError, packed, parsed, parts_of
from autograder.grading.limits import MEGABYTE

if TYPE_CHECKING:
    from autograder.grading.workshop import Workshop

CPU_SLACK = (
    1.2  # how far a call may pass its processor limit before its answer is no longer taken; its own guard is first
)
NEVER_WAITS = "a function of this course never waits"
WRITING = 2.5e-6  # processor seconds that the judge's side of a child may take to write out one entry of an answer
_LOOK_AGAIN = 0.25  # seconds between two looks at the processor time of a child that says nothing


class Lost(Exception):  # noqa: N818 - it may be nobody's error
    """A child stopped answering, or its answer is not taken; `status` is what became of the case."""

    def __init__(self, status: str, note: str) -> None:
        """Keep why."""
        super().__init__(note)
        self.status = status
        self.note = note


class Child:
    """One forked process, and the line to it.

    Attributes:
        answered: bytes it has sent since the call began.
        parts: entries of lists and dicts in them.
    """

    def __init__(self, workshop: "Workshop", line: socket.socket, pid: int, pid_here: int) -> None:
        """Take over the line.

        Args:
            workshop: whose child it is.
            line: to the child.
            pid: its number as the zygote knows it.
            pid_here: its number as the judge sees it.
        """
        self._workshop = workshop
        self._limits = workshop.limits
        self._line = line
        self._pid = pid
        self._clock = (~pid_here << 3) | 2  # the kernel's name for the processor clock of a process
        self._before = self._seen = 0.0
        self._strict = False
        self._writes = 0
        self._seconds = 0.0
        self._deadline = 0.0
        self.answered = self.parts = 0

    def begin(self, seconds: float, *, strict: bool = False, writes: int | None = None) -> None:
        """Start to count for a call.

        Args:
            seconds: processor time it may take, questions to callbacks and all.
            strict: do not take an answer that needed more. Only where the child has nothing else to do: it works ahead,
                and what it used when its answer is read is not all for this call.
            writes: the most entries for whose writing out it is given time; where left out, as many as it may answer.
        """
        self._before = self._seen
        self._strict = strict
        self._writes = self._limits.answer_parts if writes is None else writes
        self._seconds = seconds
        self._deadline = time.monotonic() + self._limits.call_wall
        self.answered = self.parts = 0

    @property
    def cpu(self) -> float:
        """Return the processor seconds used since the answer before this call."""
        return self._cpu() - self._before

    def send(self, thing: Any) -> None:
        """Send a frame; a child that is gone shows itself when it is asked for the next answer."""
        self._line.settimeout(
            max(0.01, self._deadline - time.monotonic()) if self._deadline else self._limits.call_wall
        )
        try:
            self._line.sendall(packed(thing))
        except OSError:
            return

    def receive(self) -> Any:
        """Return the next frame.

        Raises:
            Lost: it ended, hung, took too long or wrote what no child of ours writes.
        """
        (length,) = HEADER.unpack(self._exactly(HEADER.size))
        self.answered += length
        if self.answered > self._limits.answer_bytes:
            raise Lost("stopped", f"is larger than {self._limits.answer_bytes // MEGABYTE} MB")
        text = self._exactly(length)
        self._seen = self._cpu()
        self.parts += parts_of(text)
        if self.parts > self._limits.answer_parts:
            raise Lost("stopped", f"has more than {self._limits.answer_parts:,} parts")
        try:
            return parsed(text, self._limits.answer_depth)
        except TooDeepError as error:
            raise Lost("stopped", f"is nested more than {self._limits.answer_depth} deep") from error
        except ValueError as error:
            raise Lost("unreadable", "is not in a form the judge can read") from error

    def insist_on_time(self, *, written: bool) -> None:
        """Do not take what was received last, where the call is strict and needed more.

        Args:
            written: whether an answer was written out, for which it is given time.

        Raises:
            Lost: it needed more.
        """
        if self._strict and self.cpu > self._allowed(self.parts if written else 0):
            raise Lost("timeout", "")

    def end(self) -> int:
        """End the process and return its wait status."""
        self._line.close()
        return self._workshop.end(self._pid)

    def _exactly(self, count: int) -> bytes:
        parts = []
        while count:
            part = self._part(min(count, MEGABYTE))
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def _part(self, count: int) -> bytes:
        """Return what has come; nothing, after a little while, where the child is silent and has time left."""
        self._line.settimeout(_LOOK_AGAIN)
        silent = False
        try:
            part = self._line.recv(count)
        except TimeoutError:
            part, silent = b"", True
        except OSError:
            part = b""
        if time.monotonic() > self._deadline:
            raise Lost("timeout", f"none within {self._limits.call_wall:g} s; {NEVER_WAITS}")
        if silent and self.cpu > self._allowed(self._writes):
            raise Lost("timeout", "")
        if not part and not silent:
            raise Lost("died", "")
        return part

    def _allowed(self, parts: int) -> float:
        """Return the processor seconds within which an answer of so many parts is taken; padding buys no time."""
        return self._seconds * CPU_SLACK + min(parts, self._writes) * WRITING

    def _cpu(self) -> float:
        """Return the processor seconds the child has used in all, from the kernel's own clock of that process."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return self._seen  # it has ended, or this system has no such clock


def how_it_ended(status: int) -> str:
    """Say how a process ended, from its wait status.

    Examples:
        >>> how_it_ended(256)
        'its process exited with code 1'
    """
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return {
            9: "its process was ended, for its memory or because it closed its line to the judge",
            11: "its process crashed (signal 11): most likely recursion too deep for the stack",
            24: "its process used up its processor time",
            31: "its process asked the system for something that no program of this kind asks for",
        }.get(number, f"its process was ended by signal {number}")
    return f"its process exited with code {os.WEXITSTATUS(status)}"
