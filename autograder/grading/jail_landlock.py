"""Landlock: the kernel's own wall around files, TCP and signals, which needs no privilege.

Numbers are those of `include/uapi/linux/landlock.h`; the version of the interface says which of them a kernel knows.
"""

import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

from autograder.grading.jail_kernel import KernelError, system_call

_ASK_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH
_KEEP_THE_LOG_QUIET = 1  # LANDLOCK_RESTRICT_SELF_LOG_SAME_EXEC_OFF
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # by version: how many rights over files there are
_TCP = 0b11  # bind, connect: since version 4
_SCOPES = 0b11  # abstract sockets, signals: since version 6
_LATEST = 7


def landlock_version() -> int:
    """Return the version of Landlock's interface here; 0 where there is none."""
    try:
        return system_call("landlock_create_ruleset", None, 0, _ASK_VERSION)
    except KernelError:
        return 0


def landlock_ruleset(readable: Iterable[Path], listed: Iterable[Path]) -> int:
    """Return a descriptor of rules that forbid everything but reading below some paths.

    Args:
        readable: files, and folders with all that is in them.
        listed: folders whose names may be listed.

    Raises:
        KernelError: there is no Landlock here.
    """
    version = min(landlock_version(), _LATEST)
    rights = (1 << _FILE_RIGHTS.get(version, max(_FILE_RIGHTS.values()))) - 1
    attributes = struct.pack("=QQQ", rights, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = system_call("landlock_create_ruleset", attributes, size, 0)
    for path in readable:
        _allow(ruleset, path, _READ_FILE | _READ_DIR)
    for path in listed:
        _allow(ruleset, path, _READ_DIR)
    return ruleset


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there, or may not be seen by this user, needs no rule
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _READ_FILE
        system_call("landlock_add_rule", ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def restrict_self(ruleset: int, version: int) -> None:
    """Put the calling process under the rules for good.

    Raises:
        KernelError: it failed.
    """
    system_call("landlock_restrict_self", ruleset, _KEEP_THE_LOG_QUIET if version >= 7 else 0)
