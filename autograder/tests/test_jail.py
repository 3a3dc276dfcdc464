"""The jail: each rung holds what it must, nothing is believed that was not tried, and what is missing is said."""

import ctypes
import dataclasses
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.grading import jail_seccomp, workshop
from autograder.grading.jail import NOBODY, PLANS
from autograder.grading.limits import MEGABYTE, Limits
from autograder.grading.workshop import NoJail, Workshop

REPOSITORY = Path(workshop.__file__).parents[2]
ALLOW, EPERM, ENOTTY, ENOSYS, KILL = 0x7FFF0000, 0x50001, 0x50019, 0x50026, 0x80000000
INTEL, ARM = 0xC000003E, 0xC00000B7


@pytest.mark.parametrize("plan", PLANS)
def test_each_plan_holds_what_the_probe_tries(plan, monkeypatch):
    monkeypatch.setattr(workshop, "PLANS", {plan: PLANS[plan]})
    with Workshop("auto") as opened:
        assert opened.jail == PLANS[plan].level
        assert opened._probe() == ""


def test_the_probe_sees_a_jail_that_is_none():
    """What the probe finds prevented is prevented by the jail, and not by itself."""
    with Workshop("none") as opened:
        assert opened.jail == "none"
        could = opened._probe()
    for each in ("read a file of the judge's", "write a file", "change a file", "open a socket", "start a process"):
        assert f"could {each}" in could
    for each in ("run a program", "send a signal", "trace", "have a file in memory", "share memory"):
        assert f"could {each}" in could


def test_a_jail_that_does_not_hold_is_not_used(monkeypatch):
    monkeypatch.setattr(Workshop, "_probe", lambda self: "could write a file" if self._plan == "all walls" else "")
    with Workshop("auto") as opened:
        assert opened.jail == "base"


@pytest.mark.parametrize("wanted", ["full", "base", "none"])
def test_one_rung_can_be_asked_for(wanted):
    with Workshop(wanted) as opened:
        assert opened.jail == wanted


def test_one_s_own_code_gets_the_best_jail_there_is():
    with Workshop("own") as own, Workshop("auto") as best:
        assert own.jail == best.jail


def test_a_jail_of_another_name_is_refused():
    with pytest.raises(ValueError, match=r"jail is 'steel'.*Use one of auto, full"):
        Workshop("steel")


def test_the_judge_closes_its_memory():
    with Workshop("none"):
        assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0  # PR_GET_DUMPABLE


# A kernel or container that lacks something: its system calls are taken away from the judge, and so from the zygote.
LACKING = """
import struct, sys
from autograder.grading import jail_kernel as kernel
from autograder.grading.jail_seccomp import Filter
from autograder.grading.workshop import NoJail, Workshop

program = struct.pack("<HBBI", 0x20, 0, 0, 0)
for number in map(int, sys.argv[2:]):
    program += struct.pack("<HBBI", 0x15, 0, 1, number) + struct.pack("<HBBI", 0x06, 0, 0, 0x50001)
program += struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)
kernel.process_control(kernel.PR_SET_NO_NEW_PRIVS, 1)
Filter(program).install()
try:
    with Workshop(sys.argv[1]) as workshop:
        workshop.child().end()
        print(workshop.jail)
except (NoJail, OSError) as error:
    print(error)
"""
ARM64 = jail_seccomp.ARCHITECTURE == "aarch64"
SECCOMP, LANDLOCK, UNSHARE = 277 if ARM64 else 317, 444, 97 if ARM64 else 272


def where_there_is_no(*numbers, wanted="auto"):
    command = [sys.executable, "-c", LACKING, wanted, *map(str, numbers)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_without_namespaces_or_without_landlock_the_jail_is_base():
    assert where_there_is_no() == "full"
    assert where_there_is_no(UNSHARE) == "base"
    assert where_there_is_no(LANDLOCK) == "base"


@pytest.mark.parametrize("missing", [(SECCOMP,), (LANDLOCK, UNSHARE)])
def test_without_enough_walls_grading_is_refused_with_what_is_missing_and_what_to_do(missing):
    said = where_there_is_no(*missing)
    assert said.startswith("Submissions cannot be jailed on this machine (")
    assert "Errno" not in said
    assert "Operation not permitted" in said
    assert "Grade on Linux (x86-64 or aarch64) that has seccomp" in said
    assert "--unjailed" in said
    assert where_there_is_no(*missing, wanted="own") == "none"


@pytest.mark.parametrize("fork", [] if ARM64 else [56])  # aarch64 starts programs by the same call as it forks
def test_a_system_without_room_for_a_process_is_said(fork):
    said = where_there_is_no(fork, wanted="none")
    assert said == "The system has no room for another process. End some, and run the same command again."


def test_a_system_without_fork_is_said(monkeypatch):
    monkeypatch.delattr(os, "fork")
    with pytest.raises(NoJail, match="this system has none"):
        Workshop("own").__enter__()


def test_elsewhere_than_on_linux_grading_is_refused(monkeypatch):
    monkeypatch.setattr(workshop, "LINUX", False)
    with pytest.raises(NoJail, match=r"cannot be jailed on this machine \(no Linux\)"):
        Workshop("auto").__enter__()


PLAIN = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from autograder.execution.outcomes import Outcome
from autograder.execution.cases import CALL, Case, Step
from autograder.grading.session import Session
from autograder.grading.workshop import Workshop

TRIES = '''
import os, socket
def answer(path):
    told = []
    for attempt in (lambda: open(path).read(), lambda: socket.socket(), os.fork, lambda: os.kill(os.getppid(), 0),
                    lambda: open("/tmp/autograder-plain", "w"), lambda: __import__("fractions")):
        try:
            attempt()
            told.append("could")
        except OSError as error:
            told.append(type(error).__name__)
    return told
'''
found = {}
for jail in ("full", "base", "none"):
    with Workshop(jail) as workshop:
        case = Case("one", 1, (Step(CALL, (sys.argv[1] + "/autograder/lessons/running.py",)),))
        order = {"name": "answer", "pieces": [["cell 1", TRIES]], "modules": {}, "needs": {}}
        if jail == "none":
            order["pieces"] = [["cell 1", "def answer(path):\\n    return []"]]
        with Session(workshop, order, [case]) as session:
            outcome = session.run(case, Outcome("ok"))
            found[jail] = [workshop.jail, outcome.status, *outcome.values]
print(json.dumps([os.getuid(), found]))
"""


def _runs_for_nobody(python):
    command = [python, "-c", "import sys; assert sys.version_info >= (3, 11); open(sys.argv[1])", workshop.__file__]
    try:
        tried = subprocess.run(command, user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True, cwd="/")
    except OSError:
        return False
    return tried.returncode == 0


def test_a_plain_user_has_the_same_jails():
    """As root this runs as nobody; as anybody else, as that user."""
    candidates = [sys.executable, *filter(None, map(shutil.which, ("python3.11", "python3.12", "python3")))]
    candidates += ["/usr/bin/python3.13", "/usr/bin/python3.12", "/usr/bin/python3.11", "/usr/bin/python3"]
    plain = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
    python = next((each for each in candidates if not plain or _runs_for_nobody(each)), None)
    if python is None:
        pytest.skip("no Python 3.11, or not this package, may be read by a plain user here")
    command = [python, "-B", "-c", PLAIN, str(REPOSITORY)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd="/", **plain)
    assert ran.returncode == 0, ran.stderr
    user, found = json.loads(ran.stdout)
    assert user != 0
    no = "PermissionError"
    assert found["full"] == ["full", "ok", ["FileNotFoundError", no, no, no, no, "could"]]
    assert found["base"] == ["base", "ok", [no, no, no, no, no, "could"]]
    assert found["none"] == ["none", "ok", []]


JUDGE = """
import sys, time
from autograder.grading.workshop import Workshop
from autograder.tests.test_jail import looping

with Workshop(sys.argv[1]) as workshop:
    child = looping(workshop)
    print(workshop._process.pid, (~child._clock) >> 3, flush=True)
    time.sleep(60)
"""


def looping(opened):
    child = opened.child()
    child.begin(1.0)
    child.send(
        {
            "name": "f",
            "pieces": [["cell 1", "def f():\n    while True: pass"]],
            "modules": {},
            "needs": {},
            "load_cpu": 1,
        }
    )
    child.receive()
    child.send([[0, {"steps": [["call", [], {}]], "methods": {}, "seconds": 60.0, "judges_speed": True}]])
    return child


def is_there(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("jail", ["full", "base", "none"])
def test_a_judge_that_is_killed_leaves_no_process(jail):
    judge = subprocess.Popen([sys.executable, "-c", JUDGE, jail], stdout=subprocess.PIPE, text=True)
    zygote, child = map(int, judge.stdout.readline().split())
    assert is_there(zygote)
    assert is_there(child)
    judge.send_signal(signal.SIGKILL)
    judge.wait()
    judge.stdout.close()
    for _ in range(500):
        if not (is_there(zygote) or is_there(child)):
            break
        time.sleep(0.02)
    assert not is_there(zygote)
    assert not is_there(child)


def test_the_processor_time_of_a_child_is_read_from_outside():
    for jail in ("full", "base"):
        with Workshop(jail) as opened:
            child = looping(opened)
            while child._cpu() < 0.05:
                time.sleep(0.01)
            child.end()


class Machine:
    """Runs a filter as the kernel does; `arguments` as low words."""

    def __init__(self, program):
        self.program = [struct.unpack("<HBBI", program[i : i + 8]) for i in range(0, len(program), 8)]

    def decides(self, architecture, number, *arguments):
        words = {0: number, 4: architecture} | {16 + 8 * i: each & 0xFFFFFFFF for i, each in enumerate(arguments)}
        words |= {20 + 8 * i: each >> 32 for i, each in enumerate(arguments)}
        place, value = 0, 0
        while True:
            code, if_true, if_false, operand = self.program[place]
            place += 1
            if code == 0x06:
                return operand
            if code == 0x20:
                value = words.get(operand, 0)
            elif code == 0x54:
                value &= operand
            else:
                place += if_true if (value == operand if code == 0x15 else value >= operand) else if_false


@pytest.mark.parametrize(
    ("name", "architecture", "other", "openat", "clone", "socket", "prlimit", "ioctl"),
    [("x86_64", INTEL, ARM, 257, 56, 41, 302, 16), ("aarch64", ARM, INTEL, 56, 220, 198, 261, 29)],
)
def test_the_filter_decides_as_it_says(monkeypatch, name, architecture, other, openat, clone, socket, prlimit, ioctl):
    monkeypatch.setattr(jail_seccomp, "ARCHITECTURE", name)
    machine = Machine(jail_seccomp.seccomp_filter())

    def decides(number, *arguments):
        return machine.decides(architecture, number, *arguments)

    assert machine.decides(other, 0) == KILL
    assert decides(0x40000000 + 41) == KILL
    assert decides(socket) == EPERM
    assert decides(10_000) == EPERM
    assert decides(435) == ENOSYS
    assert decides(openat, 0, 0, os.O_RDONLY | os.O_CLOEXEC) == ALLOW
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_TMPFILE):
        assert decides(openat, 0, 0, flags) == EPERM
    assert decides(clone, 0x3D0F00) == ALLOW
    for flags in (17, 0x1200011, 0x4111, 0x10000000 | 0x10000):
        assert decides(clone, flags) == EPERM
    assert decides(prlimit, 0, 7, 0, 0x7F0000000000) == ALLOW
    for arguments in ((1, 7, 0), (0, 7, 1), (0, 7, 1 << 32)):
        assert decides(prlimit, *arguments) == EPERM
    assert decides(ioctl, 0, 0x5401) == ALLOW
    assert decides(ioctl, 0, 0x5412) == ENOTTY  # TIOCSTI types into a terminal


def test_no_call_of_the_filter_is_listed_twice():
    for column in (0, 1):
        numbers = [each[column] for each in jail_seccomp._ALLOWED.values() if each[column] is not None]
        numbers += [each[column] for each, _ in jail_seccomp._conditions() if each[column] is not None]
        assert len(numbers) == len(set(numbers))


def test_the_book_gives_the_limits_as_they_are():
    """The page on what is promised has a row for each limit, with its default."""
    page = (REPOSITORY / "book" / "promises.md").read_text("utf-8")
    for field in dataclasses.fields(Limits):
        large = field.default >= MEGABYTE and field.default % MEGABYTE == 0
        value = f"{field.default // MEGABYTE} MB" if large else f"{field.default:,.0f}"
        assert f"| `{field.name}` | {value}" in page, (field.name, value)
