"""The list of system calls that graded code may make; every other one fails with "not permitted".

A list of what is allowed, not of what is forbidden, so that a call a newer kernel adds is forbidden too.
Allowed are memory, time, threads, reading, and the plain reads and writes of descriptors that are open already.
Not allowed are sockets, processes, programs, signals to anybody, changes to files, and all that is about others.
"""

import ctypes
import struct

from autograder.grading.jail_kernel import ARCHITECTURE, system_call

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # linux/audit.h
_X32 = 0x4000_0000  # the x32 calls of x86-64 begin here
_ALLOW, _KILL, _ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000  # linux/seccomp.h
_EPERM, _ENOTTY, _ENOSYS = 1, 25, 38
_LOAD, _IS, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06  # linux/bpf_common.h
_MODE_FILTER, _ASK_ACTION = 1, 2  # SECCOMP_SET_MODE_FILTER, SECCOMP_GET_ACTION_AVAIL
_NO_SLOWING = 4  # SECCOMP_FILTER_FLAG_SPEC_ALLOW: older kernels slow a filtered process down otherwise

_ALLOWED = {  # name: (x86-64, aarch64); None where a processor has no such call
    # descriptors that are open already
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "fstat": (5, 80), "lseek": (8, 62), "pread64": (17, 67),
    "readv": (19, 65), "writev": (20, 66), "pwrite64": (18, 68), "preadv": (295, 69), "pwritev": (296, 70),
    "preadv2": (327, 286), "pwritev2": (328, 287), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24),
    "close_range": (436, 436), "fadvise64": (221, 223), "pipe": (22, None), "pipe2": (293, 59), "eventfd2": (290, 19),
    "select": (23, None), "pselect6": (270, 72), "poll": (7, None), "ppoll": (271, 73), "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21), "epoll_wait": (232, None), "epoll_pwait": (281, 22),
    # memory
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214), "mremap": (25, 216),
    "madvise": (28, 233), "membarrier": (324, 283),
    # time
    "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153), "getitimer": (36, 102),
    "setitimer": (38, 103), "alarm": (37, None), "pause": (34, None),
    # threads, and the end
    "futex": (202, 98), "set_robust_list": (273, 99), "get_robust_list": (274, 100), "set_tid_address": (218, 96),
    "rseq": (334, 293), "gettid": (186, 178), "sched_yield": (24, 124), "sched_getaffinity": (204, 123),
    "sched_getparam": (143, 121), "sched_getscheduler": (145, 120), "getcpu": (309, 168), "arch_prctl": (158, None),
    "exit": (60, 93), "exit_group": (231, 94), "restart_syscall": (219, 128), "wait4": (61, 260), "waitid": (247, 95),
    # its own signals
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137), "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132),
    # who am I
    "getpid": (39, 172), "getppid": (110, 173), "getpgrp": (111, None), "getpgid": (121, 155), "getsid": (124, 156),
    "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getgroups": (115, 158),
    "getresuid": (118, 148), "getresgid": (120, 150), "uname": (63, 160), "sysinfo": (99, 179), "getrusage": (98, 165),
    "getrlimit": (97, 163), "getpriority": (140, 141), "umask": (95, 166), "getrandom": (318, 278),
    # what there is; the other walls say which files may be seen and opened
    "stat": (4, None), "lstat": (6, None), "newfstatat": (262, 79), "statx": (332, 291), "access": (21, None),
    "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78),
    "getdents64": (217, 61), "getcwd": (79, 17),
}  # fmt: skip
_OPEN, _OPENAT = (2, None), (257, 56)
_CLONE, _FCNTL, _IOCTL, _PRCTL, _PRLIMIT = (56, 220), (72, 25), (16, 29), (157, 167), (302, 261)
_NOT_THERE = ((435, 435), (437, 437))  # clone3, openat2

_CHANGING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE
_THREAD = 0x1_0000  # CLONE_THREAD
_NEW_NAMESPACES = 0x7E02_0000 | 0x2000  # the CLONE_NEW flags, and CLONE_PTRACE
_PRCTLS = (15, 16, 0x5356_4D41)  # a thread's name, set and asked; names for memory, which the C library gives
_FCNTLS = (0, 1, 2, 3, 4, 1030)  # duplicates and flags; not the owner, whom the kernel would send signals
_IOCTLS = (0x5401, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal, how much is there, flags

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


def seccomp_filter() -> bytes:
    """Return the filter as the kernel reads it."""
    column = 1 if ARCHITECTURE == "aarch64" else 0
    program: list[Instruction] = [
        (_LOAD, 0, 0, 4),  # the processor the call is made for
        (_IS, 1, 0, _ARCHITECTURES[ARCHITECTURE]),
        _returns(_KILL),
        (_LOAD, 0, 0, 0),  # the call's number
        (_AT_LEAST, 0, 1, _X32),
        _returns(_KILL),
    ]
    for numbers in _ALLOWED.values():
        program += _when(numbers[column], [_returns(_ALLOW)])
    for limited, block in _conditions():
        program += _when(limited[column], block)
    program.append(_returns(_ERRNO | _EPERM))
    return b"".join(struct.pack("<HBBI", *each) for each in program)


def _conditions() -> list[tuple[tuple[int | None, int | None], list[Instruction]]]:
    """Return the calls that are allowed with some arguments only."""
    not_there = [_returns(_ERRNO | _ENOSYS)]  # not "not permitted": the C library then takes the older call
    return [
        *((numbers, not_there) for numbers in _NOT_THERE),
        (_OPEN, _without(1, _CHANGING)),
        (_OPENAT, _without(2, _CHANGING)),
        (_CLONE, [_argument(0), (_AND, 0, 0, _THREAD | _NEW_NAMESPACES), *_one_of((_THREAD,), _EPERM)]),
        (_FCNTL, [_argument(1), *_one_of(_FCNTLS, _EPERM)]),
        (_IOCTL, [_argument(1), *_one_of(_IOCTLS, _ENOTTY)]),
        (_PRCTL, [_argument(0), *_one_of(_PRCTLS, _EPERM)]),
        (_PRLIMIT, [*_zero(0), *_zero(2), *_zero(2, high=True), _returns(_ALLOW)]),  # to ask, and of itself
    ]


class Filter:
    """A filter ready to be installed; made before the fork, so that a child spends no time on it."""

    def __init__(self, program: bytes) -> None:
        """Lay the program out in memory as the kernel wants it.

        Raises:
            KernelError: this kernel has no filters, or forbids them here.
        """
        self._instructions = ctypes.create_string_buffer(program, len(program))
        self._packed = struct.pack("@HP", len(program) // 8, ctypes.addressof(self._instructions))

        system_call("seccomp", _ASK_ACTION, 0, struct.pack("=I", _ERRNO))

    def install(self) -> None:
        """Put the calling thread, and every one it starts, under the filter for good.

        Raises:
            KernelError: it failed.
        """
        system_call("seccomp", _MODE_FILTER, _NO_SLOWING, self._packed)


def _returns(action: int) -> Instruction:
    return (_RETURN, 0, 0, action)


def _when(number: int | None, block: list[Instruction]) -> list[Instruction]:
    return [] if number is None else [(_IS, 0, len(block), number), *block]


def _argument(index: int, *, high: bool = False) -> Instruction:
    return (_LOAD, 0, 0, 16 + 8 * index + (4 if high else 0))


def _one_of(values: tuple[int, ...], otherwise: int) -> list[Instruction]:
    block: list[Instruction] = []
    for each in values:
        block += [(_IS, 0, 1, each), _returns(_ALLOW)]
    return [*block, _returns(_ERRNO | otherwise)]


def _without(index: int, flags: int) -> list[Instruction]:
    return [_argument(index), (_AND, 0, 0, flags), *_one_of((0,), _EPERM)]


def _zero(index: int, *, high: bool = False) -> list[Instruction]:
    return [_argument(index, high=high), (_IS, 1, 0, 0), _returns(_ERRNO | _EPERM)]
