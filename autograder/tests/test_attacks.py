"""The attack suite: submissions that try to gain a point, to read, to reach out or to do harm; each gets its points.

`attacks/points.json` says what each must earn, exactly; for a function that it does not name, nothing. A submission
named `control_...` attacks nothing: it is the honest part of those that name it, and none of them may earn more.
"""

import contextlib
import csv
import ctypes
import hashlib
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

import autograder.lab
from autograder.authoring.source import ROOT
from autograder.grading.judging import judge_submission
from autograder.grading.limits import Limits
from autograder.grading.submission import read_submission
from autograder.grading.taking_apart import taken_apart
from autograder.grading.workshop import Workshop
from autograder.lessons.catalog import lesson_names

FOLDER = Path(__file__).parent / "attacks"
TABLE = json.loads((FOLDER / "points.json").read_text("utf-8"))
RIGHT = Path(autograder.lab.__file__).parents[1] / "lessons" / "right"
CHAPTER = "ch03_trim"
LESSONS = lesson_names(CHAPTER)
QUICK = Limits(patience=0.25)  # right answers need a fiftieth of the time they have
WAITING = Limits(patience=0.25, call_wall=1.0)  # for those that wait, and for no other: it is a clock on the wall
WAITS = {"sleeps", "sleeps_by_locks", "drips", "asks_without_end", "asks_for_time"}
SLOW = {"loops", "memory", "time"}  # these meet limits, which are the same in every jail
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: whatever an attack leaves behind becomes a child of this process


@pytest.fixture(scope="module")
def ground():
    """A place worth attacking: files that any user of the machine may read and write, and servers that wait."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        place = Path(folder)
        place.chmod(0o777)
        right = "\n\n".join((RIGHT / f"{name}.py").read_text("utf-8") for name in LESSONS)
        for name, text in (("neighbour.py", right), ("journal.jsonl", '{"student": "somebody", "points": 1}\n')):
            (place / name).write_text(text, "utf-8")
            (place / name).chmod(0o666)
        servers = [stack.enter_context(each) for each in _servers(place)]
        yield place, servers
    ctypes.CDLL(None).prctl(SUBREAPER, 0, 0, 0, 0)


def _servers(place):
    port, path, name = socket.socket(), socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    port.bind(("127.0.0.1", 0))
    path.bind(str(place / "socket"))
    (place / "socket").chmod(0o777)
    name.bind(f"\0autograder-attack-{os.getpid()}")
    for server in (port, path, name):
        server.listen()
        server.setblocking(False)
        yield server


@pytest.fixture(scope="module")
def workshop():
    """A way to a workshop with this jail and these limits, opened once."""
    with contextlib.ExitStack() as stack:

        @cache
        def opened(jail, limits):
            new = stack.enter_context(Workshop(jail, limits))
            list(judge_submission(new, submission("control_keeps_everything", "", 0)))  # what is made once, is made
            return new

        yield opened


def limits_for(attack):
    """Return short limits for what meets them; what is only slow must not depend on how busy the machine is."""
    if attack in WAITS:
        return WAITING
    return QUICK if TABLE[attack]["kind"] in SLOW else Limits()


def submission(attack, place, port):
    text = (FOLDER / f"{attack}.py").read_text("utf-8")
    for name, value in (("target", place), ("judge", os.getpid()), ("port", port)):
        text = text.replace(f"@{name}@", str(value))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ch03_trim.py"
        path.write_text(text, "utf-8")
        return read_submission(path, "somebody", CHAPTER)


def points_of(attack):
    return dict.fromkeys(LESSONS, 0) | TABLE[attack]["points"]


def descendants():
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            parents[int(name)] = int(Path(f"/proc/{name}/stat").read_text("utf-8").rpartition(")")[2].split()[1])
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def files(place):
    with contextlib.suppress(FileNotFoundError):
        for path in sorted(place.rglob("*")):
            about = path.lstat()
            text = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            yield path.name, about.st_mode, about.st_uid, about.st_mtime_ns, about.st_nlink, text


def machine(place):
    """Return what an attack might leave changed."""
    return {
        "processes": descendants(),
        "files": list(files(place)),
        "lab": sorted(path.name for path in Path(autograder.lab.__file__).parent.rglob("*")),
        "left behind": [Path(p, "autograder-attack").exists() for p in ("/tmp", "/dev/shm", "/var/tmp", "/")],
        "shared memory": [
            Path(f"/proc/sysvipc/{kind}").read_text("utf-8").count("\n") for kind in ("msg", "sem", "shm")
        ],
        "descriptors": len(os.listdir("/proc/self/fd")),
        "limits": [resource.getrlimit(each) for each in range(16)],
        "place": (os.getcwd(), socket.gethostname()),
    }


def test_every_attack_is_in_the_table():
    assert sorted(TABLE) == sorted(path.stem for path in FOLDER.glob("*.py"))
    assert sum(not name.startswith("control_") for name in TABLE) >= 40


def test_the_books_table_holds_every_attack_with_the_points_that_are_tried_here():
    with (ROOT / "book" / "attacks.csv").open(encoding="utf-8") as file:
        told = {
            row["attack"].replace(" ", "_"): (row["what it tries"], float(row["ours"])) for row in csv.DictReader(file)
        }
    assert told == {attack: (TABLE[attack]["kind"], sum(points_of(attack).values())) for attack in TABLE}


@pytest.mark.parametrize("attack", TABLE)
def test_an_attack_earns_no_more_than_its_honest_part(attack):
    control = TABLE[attack].get("honest part")
    most = dict.fromkeys(LESSONS, 0) if control is None else points_of(control)
    if attack not in {each.get("honest part") for each in TABLE.values()}:
        assert all(points_of(attack)[lesson] <= most[lesson] for lesson in LESSONS)


@pytest.mark.parametrize(
    ("jail", "attack"),
    [(jail, name) for jail in ("full", "base") for name in TABLE if jail == "full" or TABLE[name]["kind"] not in SLOW],
)
def test_an_attack_gets_its_points_and_leaves_the_machine_as_it_was(jail, attack, ground, workshop):
    place, servers = ground
    judge = workshop(jail, limits_for(attack))
    handed_in = submission(attack, place, servers[0].getsockname()[1])
    taken_apart(judge, [], [])  # starts the zygote again where the attack before this one has ended it
    before = machine(place)
    results = list(judge_submission(judge, handed_in))
    assert {each.report.lesson: each.report.score for each in results} == points_of(attack)
    assert not any(each.fault for each in results)
    assert machine(place) == before
    for server in servers:
        with pytest.raises(BlockingIOError):
            server.accept()


def test_no_attack_shows_what_it_saw_of_the_machine(ground, workshop):
    """The error's text is the student's own; what stands in it, they have read."""
    results = list(judge_submission(workshop("full", QUICK), submission("looks_around", ground[0], 0)))
    assert results[1].report.shown.got.splitlines()[0] == "RuntimeError: seen: "


MEASURED = """
import resource, sys
from pathlib import Path
from autograder.grading.judging import judge_submission
from autograder.grading.limits import Limits
from autograder.grading.submission import read_submission
from autograder.grading.workshop import Workshop

with Workshop("auto", Limits(patience=0.25, call_wall=1.0)) as workshop:
    list(judge_submission(workshop, read_submission(Path(sys.argv[1]), "somebody", "ch03_trim")))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for path in sys.argv[2:]:
        list(judge_submission(workshop, read_submission(Path(path), "somebody", "ch03_trim")))
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def test_the_judges_memory_is_bounded_whatever_is_sent_to_it():
    names = [name for name in TABLE if name.startswith(("floods", "forges_", "answers_with_m", "answers_huge"))]
    paths = [str(FOLDER / f"{name}.py") for name in ("control_keeps_everything", *names)]
    grown = subprocess.run([sys.executable, "-c", MEASURED, *paths], check=True, capture_output=True, text=True)
    assert int(grown.stdout) < 250, grown.stdout
