"""The kernel, asked directly through ctypes: what the jail needs and Python has no function for.

Linux only. System call numbers differ by processor: x86-64 is tried; aarch64 is written from the kernel's tables
(`include/uapi/asm-generic/unistd.h`) and untried.
References are taken when the module is loaded, before any learner code runs.
"""

import ctypes
import os
import platform
import sys

ARCHITECTURE = platform.machine()
LINUX = sys.platform == "linux" and ARCHITECTURE in ("x86_64", "aarch64") and sys.byteorder == "little"

_NUMBERS = {  # name: (x86-64, aarch64)
    "capset": (126, 91),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "pivot_root": (155, 41),
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
}
_NUMBERS |= {  # tried by the probe only
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "pidfd_open": (434, 434),
    "process_vm_readv": (310, 270),
    "userfaultfd": (323, 282),
}
_COLUMN = 1 if ARCHITECTURE == "aarch64" else 0

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38  # linux/prctl.h
_CAPABILITY_VERSION_3 = 0x20080522  # linux/capability.h

_libc = ctypes.CDLL(None, use_errno=True) if LINUX else None


class KernelError(OSError):
    """The kernel said no; `errno` says how."""


def system_call(name: str, *arguments: object) -> int:
    """Make a system call of the table above.

    Raises:
        KernelError: it failed.
    """
    return _checked(name, "syscall", _NUMBERS[name][_COLUMN], *arguments)


def library_call(name: str, *arguments: object) -> int:
    """Call a function of the C library that returns -1 and sets `errno` on failure.

    Raises:
        KernelError: it failed.
    """
    return _checked(name, name, *arguments)


def _checked(shown: str, name: str, *arguments: object) -> int:
    if _libc is None:
        raise KernelError(0, f"{shown} is for Linux on x86-64 and aarch64")
    plain = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = int(getattr(_libc, name)(*plain))
    if result == -1:
        number = ctypes.get_errno()
        raise KernelError(number, f"{shown}: {os.strerror(number)}")
    return result


def process_control(option: int, value: int) -> None:
    """Set one of a process's own switches.

    Raises:
        KernelError: it failed.
    """
    library_call("prctl", option, value, 0, 0, 0)


def drop_capabilities() -> None:
    """Give up every capability, which is what makes root more than another user.

    Raises:
        KernelError: it failed.
    """
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    system_call("capset", header, (ctypes.c_uint32 * 6)())


def make_undumpable() -> None:
    """Close this process's memory to every other process of the same user. On Linux only; elsewhere does nothing.

    Without it, a process of the same user may open `/proc/PID/mem`.
    """
    if LINUX:
        process_control(PR_SET_DUMPABLE, 0)
