"""The jail: walls around graded code, put up by the zygote and closed by each child before it reads a submission.

Three walls, each of which stops most of what the others stop:

- a list of allowed system calls: no sockets, processes, signals, changes to files;
- Landlock: no file but the standard library and the lab, no TCP, no signals;
- namespaces: no other process, network or file is even there.

`full` is all three. `base` is the first, and one of the other two. Less than that is no jail.
"""

import contextlib
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from autograder.grading import jail_kernel as kernel
from autograder.grading.jail_landlock import landlock_ruleset, landlock_version, restrict_self
from autograder.grading.jail_namespaces import enter_namespaces
from autograder.grading.jail_seccomp import Filter, seccomp_filter
from autograder.grading.limits import Limits, apply_limits, measured_start

NOBODY = 65534  # the user without rights that every Linux knows
NOT_SEEN = ("site-packages", "dist-packages")  # beside the standard library; the package itself may lie there
VOCABULARY = "vocabulary"  # of the lab: large, and no lesson needs it to judge


@dataclass(frozen=True, slots=True)
class Plan:
    """Which walls to put up.

    Attributes:
        level: what the result is called.
        landlock: whether Landlock is one of them.
        namespaces: whether namespaces are.
    """

    level: str
    landlock: bool
    namespaces: bool


PLANS = {
    "all walls": Plan("full", landlock=True, namespaces=True),
    "without namespaces": Plan("base", landlock=True, namespaces=False),
    "without Landlock": Plan("base", landlock=False, namespaces=True),
}
"""The ladder, best first; `none` stands below it."""


class Jail:
    """The walls of one zygote and its children."""

    def __init__(self, plan: Plan | None, limits: Limits, package: Path) -> None:
        """Put up in the zygote what stands for all children.

        Args:
            plan: which walls; `None` for limits only.
            limits: what a child may use.
            package: the package's folder.

        Raises:
            OSError: one of the walls cannot be put up here.
        """
        self._limits = limits
        self._start = measured_start(count_tasks=plan is None)
        self._plan = plan
        if plan is not None:
            self._prepare(plan, _library(), package / "lab")

    @property
    def renumbers(self) -> bool:
        """Whether processes have other numbers inside than the judge knows them by."""
        return self._plan is not None and self._plan.namespaces

    def _prepare(self, plan: Plan, library: list[Path], lab: Path) -> None:
        os.umask(0o022)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("800", "ascii")  # out of memory, a child goes, not the judge
        if plan.namespaces:
            enter_namespaces(dict.fromkeys(library, NOT_SEEN) | {lab: (VOCABULARY,)})
        self._version = landlock_version()
        if plan.landlock:
            self._ruleset = landlock_ruleset(_readable(library, lab), [*library, lab])
        self._filter = Filter(seccomp_filter())
        _become_nobody([*library, lab])
        kernel.drop_capabilities()
        kernel.make_undumpable()
        kernel.process_control(kernel.PR_SET_NO_NEW_PRIVS, 1)

    def close(self, keep: int, zygote: int) -> None:
        """Close the jail around this process, a child, for good.

        Args:
            keep: the one descriptor that stays open.
            zygote: the process that must still be the parent.
        """
        if kernel.LINUX:
            kernel.process_control(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != zygote:
            raise OSError("the zygote is gone")
        if self._plan is not None and self._plan.landlock:
            restrict_self(self._ruleset, self._version)
        apply_limits(keep, self._limits, self._start)
        if self._plan is not None:
            self._filter.install()


def _library() -> list[Path]:
    """Return the folders of the standard library, as Python names them, none inside another."""
    folders = [Path(each) for each in sys.path if os.path.isdir(each)]
    return [each for each in folders if not any(each != other and each.is_relative_to(other) for other in folders)]


def _readable(library: list[Path], lab: Path) -> list[Path]:
    """Return what may be read: the standard library without what is installed beside it, and the lab."""
    parts = [each for folder in library for each in folder.iterdir() if each.name not in NOT_SEEN]
    return [*parts, *(each for each in lab.iterdir() if each.name != VOCABULARY)]


def _become_nobody(needed: list[Path]) -> None:
    """Where this is root, go on as a user without rights, if what is needed may be read by one."""
    if os.geteuid() != 0:
        return
    with contextlib.suppress(OSError):
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(-1, NOBODY, -1)
        if all(os.access(path, os.R_OK | os.X_OK, effective_ids=True) for path in needed):
            os.setresuid(NOBODY, NOBODY, NOBODY)
        else:
            os.setresuid(-1, 0, -1)
