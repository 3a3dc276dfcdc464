"""Which part of the package may lean on which."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import autograder

PACKAGE = Path(autograder.__file__).parent

MAY_IMPORT = {
    "lab": set(),
    "execution": {"lab"},
    "lessons": {"execution", "lab"},
    "feedback": {"lessons", "execution", "lab"},
    "widgets": {"execution", "lab"},
    "notebook": {"widgets", "feedback", "lessons", "execution", "lab"},
    "grading": {"feedback", "lessons", "execution", "lab"},
    "authoring": {"grading", "lessons", "execution", "lab"},
    "studying": {"notebook", "feedback", "lessons", "execution", "lab"},
    "serving": {"lab"},
    "benchmarks": {
        "",
        "authoring",
        "grading",
        "notebook",
        "widgets",
        "feedback",
        "lessons",
        "execution",
        "lab",
        "tests",
    },
    "tests": set(),  # they look at everything; a benchmark in a browser takes theirs
    "": {"notebook", "widgets"},  # the vocabulary itself, in autograder/__init__.py
    "cli": set(),  # it names commands and loads them when they are called
}
"""For each part of the package the parts it may import; arrows point down only."""

OUTSIDE = {
    "lab": {"tiktoken"},
    "execution": set(),
    "lessons": set(),
    "feedback": {"jinja2", "markupsafe", "rich"},
    "notebook": {"IPython"},
    "widgets": {"anywidget", "traitlets"},
}
"""What from outside the standard library the parts may import that a learner's kernel loads."""

TOP = "commands"  # modules of this name are the command line's, and may import what their command needs
KERNEL_SIDE = ("lab", "execution", "lessons", "feedback", "notebook")
SERVERS = {"autograder.lab.http", "autograder.lab.endpoint"}  # loaded when a learner asks for a server or a client


def modules() -> Iterator[tuple[str, Path]]:
    """Yield every module but the tests, as its name and its file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] != "tests":
            parts = inside.with_suffix("").parts
            yield ".".join(["autograder", *(part for part in parts if part != "__init__")]), path


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules that a file names in its imports, wherever they stand, other than for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            names |= {f"{node.module}.{each.name}" for each in node.names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module":
            names |= {
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            }
    return frozenset(names)


def part_of(name: str) -> str:
    """Return the folder or module of the package that a name belongs to; empty for the vocabulary itself."""
    part = [*name.split("."), ""][1]
    return part if (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file() else ""


MODULES = dict(modules())


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_what_lies_below_it(name: str) -> None:
    part = part_of(name)
    assert part in MAY_IMPORT, f"{name} is in no part that the table of this test knows"
    if name.endswith(f".{TOP}"):
        return
    ours = {part_of(each) for each in imported(MODULES[name]) if each.split(".")[0] == "autograder"}
    assert ours - {part} <= MAY_IMPORT[part]


@pytest.mark.parametrize("name", [name for name in MODULES if part_of(name) in OUTSIDE])
def test_what_a_kernel_loads_needs_little_from_outside(name: str) -> None:
    roots = {each.split(".")[0] for each in imported(MODULES[name])} - {"autograder"}
    strangers = {root for root in roots if root not in sys.stdlib_module_names and not root.startswith("given_")}
    assert strangers <= OUTSIDE[part_of(name)]


def test_the_arrows_form_no_circle() -> None:
    def below(part: str, above: tuple[str, ...] = ()) -> None:
        assert part not in above, " -> ".join([*above, part])
        for each in MAY_IMPORT[part]:
            below(each, (*above, part))

    for part in MAY_IMPORT:
        below(part)


def test_nothing_imports_solutions_exercises_or_the_book() -> None:
    for name, path in MODULES.items():
        assert not {each.split(".")[0] for each in imported(path)} & {"solutions", "exercises", "book"}, name


def reached_from(start: str) -> set[str]:
    """Return our modules that importing one may load, itself among them."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in reached:
            reached.add(name)
            waiting += [name.rpartition(".")[0], *imported(MODULES[name])]
            waiting += [each.rpartition(".")[0] for each in imported(MODULES[name])]
    return reached


def test_what_runs_a_submission_can_reach_no_rule_and_no_right_version() -> None:
    """The zygote, and so its children, holds the lab and what runs a case, and nothing of what is right."""
    reached = reached_from("autograder.grading.zygote")
    assert "autograder.execution.running" in reached
    assert {part_of(each) for each in reached} <= {"", "grading", "execution", "lab"}
    here = {each for each in reached if part_of(each) == "grading"}
    assert not here & {f"autograder.grading.{name}" for name in ("judging", "gradebook", "journal", "commands")}


PYODIDE = """
import importlib, signal, socket, sys, threading
for absent in ("_posixsubprocess", "_multiprocessing", "fcntl", "resource", "termios"):
    sys.modules[absent] = None
def refuse(*_, **__): raise RuntimeError("there are no threads and no sockets here")
threading.Thread.start = socket.socket = socket.create_connection = refuse
del signal.setitimer
for name in sys.argv[1:]:
    importlib.import_module(name)
from autograder import check, progress
from autograder.lessons.oracle import right_function
assert check(right_function("trim_history"), show=False).passed
assert not check(lambda messages, max_messages=10, head=2: messages, lesson="trim_history", show=False).passed
progress()
"""


def test_the_kernels_side_runs_without_threads_processes_and_sockets(tmp_path: Path) -> None:
    """As it must in a browser, under Pyodide."""
    names = [name for name in MODULES if part_of(name) in KERNEL_SIDE and name not in SERVERS]
    command = [sys.executable, "-c", PYODIDE, *names]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        ("import autograder", {"autograder.lessons", "autograder.notebook", "jinja2", "IPython", "click"}),
        ("import autograder.cli", {"autograder.lessons", "rich", "nbformat", "nbgrader", "jupyterlab", "jinja2"}),
    ],
)
def test_importing_loads_nothing_that_is_not_asked_for_yet(words: str, absent: set[str]) -> None:
    program = f"import sys; {words}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert not absent & set(done.stdout.split())
