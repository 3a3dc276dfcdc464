"""The judge's end of the zygote: start it in a jail that holds, have it fork children, end them."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType

from autograder.execution.values import Value
from autograder.grading.child_line import Child, Lost
from autograder.grading.jail import PLANS
from autograder.grading.jail_kernel import LINUX, make_undumpable
from autograder.grading.limits import Limits

PACKAGE = Path(__file__).parents[1]
JAILS = ("auto", "full", "base", "own", "none")
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LANG": "C.UTF-8"}  # the same everywhere, so that marks are
_PROBE_SECONDS = 5.0
_ZYGOTE_SECONDS = 60.0  # in which it answers any order; else it is started again
_WAY_OUT = (
    "Grade on Linux (x86-64 or aarch64) that has seccomp and, beside it, Landlock (5.13 and later) or user namespaces; "
    "a container may forbid both, a virtual machine does not. Or give --unjailed, and only where you trust every "
    "submission: it can then read and change what you can."
)

_NO_FORK = (
    "Files are judged in forked processes, and this system has none. Use WSL, a virtual machine or any Linux; "
    "in a notebook, check(...) works here too."
)


class NoJail(Exception):  # noqa: N818 - what is missing, not what went wrong
    """No jail holds here, and none was not allowed; the text says what is missing and what to do."""


class Workshop:
    """A zygote and its children. Use as a context manager.

    Attributes:
        jail: what holds the children: `full`, `base` or `none`.
        limits: what they may use.
    """

    def __init__(self, jail: str = "auto", limits: Limits | None = None) -> None:
        """Say which jail is wanted.

        Args:
            jail: `auto` for the best that holds; `full` or `base` for no other; `none` for limits only; `own` for the
                best that holds, and none where none does: for one's own code, which needs no jail.
            limits: what children may use; the defaults where left out.
        """
        if jail not in JAILS:
            raise ValueError(f"jail is {jail!r}: there is no such jail. Use one of {', '.join(JAILS)}.")
        self._wanted = jail
        self.jail = "none"
        self.limits = limits or Limits()

    def __enter__(self) -> "Workshop":
        """Start the zygote, in the best jail that is wanted and holds.

        Raises:
            NoJail: none does.
        """
        if not hasattr(os, "fork"):
            raise NoJail(_NO_FORK)
        make_undumpable()
        problems = []
        for plan in self._plans():
            problem = self._start(plan)
            if not problem:
                return self
            self._stop()
            problems.append(f"{plan}: {problem}")
        raise NoJail(f"Submissions cannot be jailed on this machine ({'; '.join(problems) or 'no Linux'}). {_WAY_OUT}")

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the line, which ends the zygote."""
        self._stop()

    def child(self) -> Child:
        """Fork a child; where the zygote has ended, start it again."""
        try:
            return self._fork()
        except OSError:
            self._stop()
            if self._start(self._plan):
                raise
            return self._fork()

    def build(self, values: Iterable[Value]) -> None:
        """Have large arguments built ahead, each once for all children."""
        new = [each for each in values if json.dumps(each) not in self._built]
        if new:
            self._built.update(map(json.dumps, new))
            text = json.dumps(new).encode("ascii")
            with contextlib.suppress(OSError):  # where the zygote has ended, a child builds for itself
                self._control.sendall(b"build %d\n" % len(text) + text)
                self._answer()

    def end(self, pid: int) -> int:
        """Kill a child, if it still lives, and return its wait status."""
        try:
            self._control.sendall(b"end %d\n" % pid)
            return int(self._answer()[0].split()[0])
        except OSError:
            return 9  # the zygote was killed, and its children with it

    def _plans(self) -> list[str]:
        jailed = [name for name, plan in PLANS.items() if self._wanted in ("auto", "own", plan.level)] if LINUX else []
        return jailed + (["no walls"] if self._wanted in ("own", "none") else [])

    def _start(self, plan: str) -> str:
        """Start the zygote; return why it does not serve, or nothing where it does."""
        self._plan, self._built = plan, set[str]()
        ours, theirs = socket.socketpair()
        options = json.dumps({"plan": plan, "limits": asdict(self.limits)})
        command = [sys.executable, "-s", "-S", "-P", str(PACKAGE / "grading" / "zygote.py"), str(PACKAGE)]
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), options],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
                env=_ENVIRONMENT,
            )
        self._control = ours
        ours.settimeout(_ZYGOTE_SECONDS)
        try:
            answer = self._answer()[0].decode("utf-8", "replace")
        except OSError as error:
            return str(error)
        if answer != "ready":
            return answer.removeprefix("failed ")
        self.jail = PLANS[plan].level if plan in PLANS else "none"
        return self._probe() if plan in PLANS else ""

    def _stop(self) -> None:
        self._control.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _probe(self) -> str:
        """Have a child try what is forbidden; return what it could do, or nothing where the jail holds."""
        with tempfile.TemporaryDirectory() as folder:
            for path in (Path(folder), Path(folder) / "theirs"):  # open to every user: it is the jail that must hold
                path.touch()
                path.chmod(0o777)
            told = {"file": str(PACKAGE / "lessons" / "running.py"), "folder": folder, "judge": os.getpid()}
            try:
                child = self._fork()
                child.begin(_PROBE_SECONDS)
                child.send({"probe": told})
                passed = ", ".join(child.receive()["passed"])
                child.end()
            except (Lost, OSError) as error:
                return f"the probe ended early {error}".strip()
            return passed

    def _fork(self) -> Child:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._control, [b"fork\n"], [theirs.fileno()])
                answer, process = self._answer()
            except OSError:
                ours.close()
                raise
        number = int(answer)
        if number < 0:
            ours.close()
            raise OSError("The system has no room for another process. End some, and run the same command again.")
        if process is None:
            return Child(self, ours, number, number)
        try:
            return Child(self, ours, number, _number_here(process))
        finally:
            os.close(process)

    def _answer(self) -> tuple[bytes, int | None]:
        """Return the zygote's next line, and the descriptor that came with it."""
        answer, process = b"", None
        while not answer.endswith(b"\n"):
            part, descriptors, _, _ = socket.recv_fds(self._control, 512, 1)
            if not part:
                raise ConnectionError("the process that runs submissions has ended")
            answer += part
            process = descriptors[0] if descriptors else process
        return answer[:-1], process


def _number_here(process: int) -> int:
    """Return the number of a process as this one sees it."""
    lines = Path(f"/proc/self/fdinfo/{process}").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("Pid:")).split()[1])
