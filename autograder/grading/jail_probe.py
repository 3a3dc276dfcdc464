"""The probe: try what is forbidden, in a child like any other, and see it fail.

That a wall was put up without an error proves nothing; that one cannot get through it does.
What is tried would do no harm: where there is no wall, it fails for another reason, or changes nothing.
"""

import errno
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

from autograder.grading import jail_kernel as kernel

PREVENTED = (errno.EPERM, errno.EACCES, errno.ENOSYS)
ABSENT = errno.ENOENT  # what cannot be named cannot be opened; of a file that is there, as the judge knows
_NEW_USERS, _TRACE_ME, _DESCRIBE, _NO_KEY = 0x1000_0000, 0, 6, 0x7FFF_0123


def passed(told: dict[str, Any]) -> list[str]:
    """Return what graded code could do here though it must not, and what it could not do though it must.

    Args:
        told: `file`, a file of the judge's; `folder`, with a file named `theirs`; `judge`, its process.
    """
    wrong = [f"could {name}" for name, attempt in _FORBIDDEN.items() if not _is_prevented(attempt, told)]
    return wrong + [f"could not {name}" for name, attempt in _NEEDED.items() if not _works(attempt, told)]


def _is_prevented(attempt: Callable[[dict[str, Any]], object], told: dict[str, Any]) -> bool:
    try:
        attempt(told)
    except OSError as error:
        return error.errno in PREVENTED or (error.errno == ABSENT and error.filename is not None)
    return False


def _works(attempt: Callable[[dict[str, Any]], object], told: dict[str, Any]) -> bool:
    try:
        attempt(told)
    except (OSError, RuntimeError):
        return False
    return True


def _read(path: str) -> None:
    with open(path, "rb") as file:
        file.read(1)


def _write(told: dict[str, Any]) -> None:
    with open(os.path.join(told["folder"], "probe"), "x", encoding="ascii"):
        pass


def _fork(told: dict[str, Any]) -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def _thread(told: dict[str, Any]) -> None:
    thread = threading.Thread(target=len, args=("",))
    thread.start()
    thread.join()


_FORBIDDEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "read a file of the judge's": lambda told: _read(told["file"]),
    "read the judge's memory": lambda told: _read(f"/proc/{told['judge']}/mem"),
    "read another process's memory": lambda told: kernel.system_call("process_vm_readv", os.getppid(), 0, 0, 0, 0, 0),
    "write a file": _write,
    "change a file": lambda told: os.chmod(os.path.join(told["folder"], "theirs"), 0o600),
    "open a socket": lambda told: socket.socket(),
    "open a local socket": lambda told: socket.socket(socket.AF_UNIX),
    "start a process": _fork,
    "run a program": lambda told: kernel.library_call("execve", b"/none", None, None),
    "send a signal": lambda told: os.kill(os.getppid(), 0),
    "trace": lambda told: kernel.library_call("ptrace", _TRACE_ME, 0, 0, 0),
    "make namespaces": lambda told: kernel.library_call("unshare", _NEW_USERS),
    "mount": lambda told: kernel.library_call("mount", b"none", b"/none", b"tmpfs", 0, b""),
    "have a file in memory": lambda told: kernel.library_call("memfd_create", b"probe", 0),
    "share memory": lambda told: kernel.library_call("shmget", _NO_KEY, 4096, 0),
    "change its personality": lambda told: kernel.library_call("personality", 0),
    "reach a process by descriptor": lambda told: kernel.system_call("pidfd_open", os.getppid(), 0),
    "use io_uring": lambda told: kernel.system_call("io_uring_setup", 1, b"\0" * 120),
    "use bpf": lambda told: kernel.system_call("bpf", 0, b"\0" * 128, 128),
    "use keys": lambda told: kernel.system_call("keyctl", _DESCRIBE, 0, 0, 0, 0),
    "measure others": lambda told: kernel.system_call("perf_event_open", b"\0" * 128, 0, -1, -1, 0),
    "catch faults of memory": lambda told: kernel.system_call("userfaultfd", 0),
}
_NEEDED: dict[str, Callable[[dict[str, Any]], object]] = {
    "read the standard library": lambda told: _read(os.__file__),
    "start a thread": _thread,
}
