"""The zygote: a small process, started with exec, that forks one child a lesson and submission.

Run as a script: `python -s -S -P zygote.py FOLDER DESCRIPTOR OPTIONS`. It sees the lab and `autograder.execution`, and
of the rest of the package no more than the modules that read, jail and serve a submission: no rule, no right answer,
no vocabulary.

It says `ready`, or `failed` and why, where the jail it was told to use cannot be built.
Then it takes orders from the judge, each one line:

- `fork` with a descriptor: answered by the child's pid, -1 where the system has no room for one; and by a descriptor of
  the process, where the judge knows it by another number.
- `end PID`: answered by how the process ended, a wait status and the processor seconds it used.
- `build COUNT`, with COUNT bytes of JSON: arguments for large cases, made once for all children forked later.
"""

import contextlib
import json
import os
import pkgutil
import signal
import socket
import sys
import time
import types
from importlib import import_module
from pathlib import Path
from typing import Any

NO_ROOM = -1  # in place of a child's pid
_LOADED = (  # parts of the standard library that lean on libraries which a jailed child cannot load any more
    "bz2", "ctypes", "decimal", "hashlib", "lzma", "sqlite3", "ssl", "uuid", "xml.parsers.expat", "zlib",
)  # fmt: skip
_STANDARD = (
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "functools",
    "heapq",
    "itertools",
    "math",
    "re",
    "typing",
)


def open_package(folder: str) -> types.ModuleType:
    """Return a package `autograder` of modules that may be seen beside learner code, and no others."""
    package = types.ModuleType("autograder")
    package.__path__ = [folder]
    sys.modules["autograder"] = package
    child = import_module("autograder.grading.child")
    import_module("autograder.grading.jail")
    lab = import_module("autograder.lab")
    for module in pkgutil.iter_modules(lab.__path__):
        import_module(f"autograder.lab.{module.name}")  # once here, or again in each child
    package.__path__ = []
    sys.modules["autograder.grading"].__path__ = []
    inert = child.Inert()
    for name in ("check", "hint", "watch", "progress", "solution"):
        setattr(package, name, inert)
    return package


def main(folder: str, descriptor: int, options: dict[str, Any]) -> None:
    """Put up the jail, then serve orders until the judge is gone."""
    open_package(folder)
    from autograder.grading.jail import PLANS, Jail
    from autograder.grading.limits import Limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the judge's affair
    time.tzset()
    for name in (*_LOADED, *_STANDARD):
        _load(name)
    control = socket.socket(fileno=descriptor)
    try:
        jail = Jail(PLANS.get(options["plan"]), Limits(**options["limits"]), Path(folder))
    except OSError as error:
        control.sendall(f"failed {error.strerror or error}\n".encode())
        return
    control.sendall(b"ready\n")
    _serve(control, jail)


def _load(name: str) -> None:
    with contextlib.suppress(ImportError):  # some Pythons are built without
        import_module(name)


def _serve(control: socket.socket, jail: Any) -> None:
    from autograder.execution.heap import set_aside_for_good

    set_aside_for_good()
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not order:
            return
        line, _, more = order.partition(b"\n")
        name, _, argument = line.decode("ascii").partition(" ")
        if name == "fork":
            _fork(control, descriptors[0], jail)
        elif name == "build":
            _build(_exactly(control, int(argument), more))
            control.sendall(b"built\n")
        else:
            control.sendall(_end(int(argument)))


def _build(text: bytes) -> None:
    from autograder.execution.built import build_ahead
    from autograder.execution.heap import set_aside_for_good

    for value in json.loads(text):
        build_ahead(value)
    set_aside_for_good()


def _exactly(control: socket.socket, count: int, text: bytes) -> bytes:
    while len(text) < count:
        part = control.recv(count - len(text))
        if not part:
            raise EOFError
        text += part
    return text


def _fork(control: socket.socket, descriptor: int, jail: Any) -> None:
    zygote = os.getpid()
    try:
        pid = os.fork()
    except OSError:
        pid = NO_ROOM
    if not pid:
        _be_child(control, descriptor, jail, zygote)
    os.close(descriptor)
    answer = b"%d\n" % pid
    if pid == NO_ROOM or not jail.renumbers:
        control.sendall(answer)
        return
    process = os.pidfd_open(pid)
    socket.send_fds(control, [answer], [process])
    os.close(process)


def _be_child(control: socket.socket, descriptor: int, jail: Any, zygote: int) -> None:
    status = 1
    try:
        control.close()
        os.setsid()
        jail.close(descriptor, zygote)
        sys.modules["autograder.grading.child"].serve(descriptor)
        status = 0
    finally:
        os._exit(status)


def _end(pid: int) -> bytes:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    _, status, used = os.wait4(pid, 0)
    return b"%d %.3f\n" % (status, used.ru_utime + used.ru_stime)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
