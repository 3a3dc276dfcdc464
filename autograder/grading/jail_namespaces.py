"""Namespaces: a world of its own for the zygote and its children, where the system allows one.

No process of the machine, no network, no file but the standard library and the lab can even be named there.
Entered once, when the zygote starts, so that a child costs no more than without.
"""

import os
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

from autograder.grading.jail_kernel import library_call, system_call

_NEW_MOUNTS, _NEW_HOST_NAME, _NEW_IPC = 0x2_0000, 0x400_0000, 0x800_0000  # linux/sched.h
_NEW_USERS, _NEW_PROCESSES, _NEW_NETWORK = 0x1000_0000, 0x2000_0000, 0x4000_0000
_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 1, 2, 4, 8  # MOUNT_ATTR of linux/mount.h; MS of sys/mount.h too
_RECURSIVE, _PRIVATE = 0x4000, 0x4_0000  # MS of sys/mount.h
_EMPTY_PATH, _AT_RECURSIVE, _CLONE, _CLOSE_ON_EXEC = 0x1000, 0x8000, 1, os.O_CLOEXEC if hasattr(os, "O_CLOEXEC") else 0
_AT_WORKING_FOLDER = -100
_MOVE_FROM_EMPTY_PATH = 4
_DETACH = 2
_ROOT = Path("/tmp")  # covered by the new root; what lies there is reached through descriptors taken before


def enter_namespaces(shown: Mapping[Path, Iterable[str]]) -> None:
    """Move this process into new namespaces, and go on as the first process there; it must have one thread.

    The old process stays outside, waits, and ends when the new one does.

    Args:
        shown: folders that are seen inside, read only, where they are outside; each with the names of folders in it
            that are empty inside.

    Raises:
        KernelError: the system does not allow it.
        OSError: a folder cannot be made.
    """
    user, group = os.geteuid(), os.getegid()
    flags = _NEW_MOUNTS | _NEW_HOST_NAME | _NEW_IPC | _NEW_PROCESSES | _NEW_NETWORK
    library_call("unshare", flags | (_NEW_USERS if user else 0))
    if user:
        Path("/proc/self/setgroups").write_text("deny", "ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")
    _change_root(shown)
    first = os.fork()
    if first:
        os.closerange(3, 256)
        _, status = os.waitpid(first, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _change_root(shown: Mapping[Path, Iterable[str]]) -> None:
    _mount("none", Path("/"), None, _RECURSIVE | _PRIVATE)
    trees = [(path, _tree(path), list(masked)) for path, masked in shown.items()]
    _mount("tmpfs", _ROOT, "tmpfs", _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS, "size=256k,mode=755")
    for path, tree, masked in trees:
        place = _ROOT / path.relative_to("/")
        place.mkdir(parents=True, exist_ok=True)
        system_call("move_mount", tree, b"", _AT_WORKING_FOLDER, os.fsencode(place), _MOVE_FROM_EMPTY_PATH)
        os.close(tree)
        for name in masked:
            if (place / name).is_dir():
                _mount("tmpfs", place / name, "tmpfs", _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS, "size=256k,mode=755")
    os.chdir(_ROOT)
    system_call("pivot_root", b".", b".")
    library_call("umount2", b".", _DETACH)
    os.chdir("/")
    _set_attributes(_AT_WORKING_FOLDER, b"/", _READ_ONLY, _AT_RECURSIVE)


def _mount(source: str, place: Path, kind: str | None, flags: int, options: str = "") -> None:
    kind_name = None if kind is None else kind.encode()
    library_call("mount", source.encode(), os.fsencode(place), kind_name, flags, options.encode())


def _tree(path: Path) -> int:
    """Return a descriptor of a read-only copy of the mounts below a path."""
    flags = _CLONE | _CLOSE_ON_EXEC | _AT_RECURSIVE
    tree = system_call("open_tree", _AT_WORKING_FOLDER, os.fsencode(path), flags)
    _set_attributes(tree, b"", _READ_ONLY | _NO_SETUID | _NO_DEVICES, _EMPTY_PATH | _AT_RECURSIVE)
    return tree


def _set_attributes(tree: int, path: bytes, attributes: int, flags: int) -> None:
    wanted = struct.pack("=QQQQ", attributes, 0, 0, 0)
    system_call("mount_setattr", tree, path, flags, wanted, len(wanted))
