"""The judge's end of the zygote: start it, have it fork children, talk to them, end them."""

import json
import os
import select
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder.grading.frames import HEADER, MAX_FRAME, packed

PACKAGE = Path(__file__).parents[1]
WALL_SECONDS = 25.0  # between two frames of a child; its own guard stops it earlier
CPU_SLACK = 1.5  # how far a case may pass its processor limit before its answer is no longer taken


class Lost(Exception):
    """A child stopped answering; `status` is what became of the case."""

    def __init__(self, status: str, note: str) -> None:
        """Keep why."""
        super().__init__(note)
        self.status = status
        self.note = note


class NoJail(Exception):  # noqa: N818 - the sentence says what is missing
    """No jail can be had here; the text says what is missing and what to do."""


class Workshop:
    """A zygote and its children. Use as a context manager."""

    def __init__(self, jail: str = "auto") -> None:
        """Say how children are to be jailed."""
        self.jail = "rlimits"

    def __enter__(self) -> "Workshop":
        """Start the zygote."""
        ours, theirs = socket.socketpair()
        with theirs:
            command = [
                sys.executable,
                "-I",
                "-S",
                str(PACKAGE / "grading" / "zygote.py"),
                str(PACKAGE),
                str(theirs.fileno()),
            ]
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd="/", env={"PYTHONHASHSEED": "0"}
            )
        self._control = ours
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the line, which ends the zygote."""
        self._control.close()
        self._process.wait(timeout=10)

    def child(self) -> "Child":
        """Fork a child."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
            return Child(self, ours, int(self._answer()))

    def end(self, pid: int) -> int:
        """Kill a child, if it still lives, and return its wait status."""
        self._control.sendall(b"end %d" % pid)
        return int(self._answer().split()[0])

    def _answer(self) -> bytes:
        answer = b""
        while not answer.endswith(b"\n"):
            part = self._control.recv(64)
            if not part:
                raise RuntimeError("The process that runs submissions has ended. Run the same command again.")
            answer += part
        return answer


class Child:
    """One forked process, and the line to it."""

    def __init__(self, workshop: Workshop, line: socket.socket, pid: int) -> None:
        """Take over the line."""
        self._workshop = workshop
        self._line = line
        self._pid = pid
        self._used = 0.0

    def send(self, thing: Any) -> None:
        """Send a frame; a child that is gone shows itself when it is asked for the next answer."""
        self._line.settimeout(WALL_SECONDS)
        try:
            self._line.sendall(packed(thing))
        except OSError:
            return

    def receive(self, cpu_seconds: float) -> Any:
        """Return the next frame.

        Args:
            cpu_seconds: processor time the child may take for it.

        Raises:
            Lost: it ended, hung, took too long or wrote what no child of ours writes.
        """
        (length,) = HEADER.unpack(self._exactly(HEADER.size, cpu_seconds))
        if length > MAX_FRAME:
            raise Lost("unreadable", f"is larger than {MAX_FRAME >> 20} MB")
        text = self._exactly(length, cpu_seconds)
        if self._cpu() - self._used > cpu_seconds * CPU_SLACK:
            raise Lost("timeout", "")
        self._used = self._cpu()
        return _parsed(text)

    def end(self) -> int:
        """End the process and return its wait status."""
        self._line.close()
        return self._workshop.end(self._pid)

    def _exactly(self, count: int, cpu_seconds: float) -> bytes:
        parts = []
        deadline = time.monotonic() + WALL_SECONDS
        while count:
            readable, _, _ = select.select([self._line], [], [], 0.25)
            if readable:
                part = self._receive(min(count, 1 << 20))
                if not part:
                    raise Lost("died", "")
                parts.append(part)
                count -= len(part)
            elif time.monotonic() > deadline or self._cpu() - self._used > cpu_seconds * CPU_SLACK + 0.5:
                raise Lost("timeout", "")
        return b"".join(parts)

    def _receive(self, count: int) -> bytes:
        try:
            return self._line.recv(count)
        except OSError:
            return b""

    def _cpu(self) -> float:
        """Return the processor seconds the child has used, from the kernel's own clock of that process."""
        try:
            return time.clock_gettime((~self._pid << 3) | 2)
        except OSError:
            return self._used


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Lost("unreadable", "is not in a form the judge can read") from error


def how_it_ended(status: int) -> str:
    """Say how a process ended, from its wait status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return {
            9: "its process was killed, most likely for its memory",
            11: "its process crashed (signal 11): most likely recursion too deep for the stack",
            24: "its process used up its processor time",
            25: "its process wrote to a file",
            31: "its process asked the system for something that is not allowed here",
        }.get(number, f"its process was ended by signal {number}")
    return f"its process exited with code {os.WEXITSTATUS(status)}"
