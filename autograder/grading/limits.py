"""Limits a child sets on itself before any learner code runs; it cannot raise them again."""

import contextlib
import os
import resource

MEMORY = 1 << 30  # bytes of address space beyond what the zygote already has
CPU_SECONDS = 60  # the kernel's own stop, behind the judge's
FILES = 16


def apply_limits(keep: int) -> None:
    """Close every descriptor but one, silence the standard ones, and set hard limits.

    Args:
        keep: the descriptor to the judge.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.closerange(3, keep)
    os.closerange(keep + 1, 256 if keep < 255 else keep + 256)
    for name, limit in (
        ("RLIMIT_CPU", CPU_SECONDS),
        ("RLIMIT_AS", _address_space() + MEMORY),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NOFILE", FILES),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_NPROC", 0),
    ):
        kind = getattr(resource, name, None)
        if kind is not None:
            with contextlib.suppress(ValueError, OSError):  # macOS knows some of them only by name
                resource.setrlimit(kind, (limit, limit))


def _address_space() -> int:
    """Return the bytes of address space in use, as far as the system tells; 0 elsewhere."""
    with contextlib.suppress(OSError):
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[0]) * resource.getpagesize()
    return 0
