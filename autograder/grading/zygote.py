"""The zygote: a small process, started with exec, that forks one child a lesson and submission.

Run as a script: `python -I -S zygote.py FOLDER DESCRIPTOR`. It sees the lab and `autograder.execution`, and of the
rest of the package no more than the two modules that serve a child: no rule, no right answer, no vocabulary.

Orders from the judge, each one line: `fork` with a descriptor, answered by the child's pid;
`end PID`, answered by how the process ended: a wait status and the processor seconds it used.
"""

import gc
import os
import signal
import socket
import sys
import types


def open_package(folder: str) -> types.ModuleType:
    """Return a package `autograder` of modules that may be seen beside learner code, and no others."""
    package = types.ModuleType("autograder")
    package.__path__ = [folder]
    sys.modules["autograder"] = package
    import autograder.grading.child as child
    import autograder.grading.limits
    import autograder.lab

    package.__path__ = []
    sys.modules["autograder.grading"].__path__ = []
    inert = child.Inert()
    for name in ("check", "hint", "watch", "progress", "solution"):
        setattr(package, name, inert)
    return package


def main(folder: str, descriptor: int) -> None:
    """Serve orders until the judge is gone."""
    open_package(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the judge's affair
    control = socket.socket(fileno=descriptor)
    gc.collect()
    gc.freeze()
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not order:
            return
        words = order.split()
        if words[0] == b"fork":
            control.sendall(b"%d\n" % _fork(control, descriptors[0]))
        else:
            control.sendall(_end(int(words[1])))


def _fork(control: socket.socket, descriptor: int) -> int:
    pid = os.fork()
    if pid:
        os.close(descriptor)
        return pid
    status = 1
    try:
        control.close()
        os.setsid()
        from autograder.grading import child, limits

        limits.apply_limits(descriptor)
        child.serve(descriptor)
        status = 0
    finally:
        os._exit(status)
    return 0


def _end(pid: int) -> bytes:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    _, status, used = os.wait4(pid, 0)
    return b"%d %.3f\n" % (status, used.ru_utime + used.ru_stime)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
