"""Notebooks as students really hand them in: changed, damaged, copied, renamed; each with the marks it must get.

Marks are told by function; what a change leaves alone is right, and gets all its points.
"""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from autograder.authoring.exercises import as_text, exercise_notebook, solved_notebook
from autograder.authoring.source import Source, sources
from autograder.authoring.standard import answer_files
from autograder.lessons.catalog import chapter_lessons

CHAPTER = "ch03_trim"
Marks = dict[str, int]
FULL: Marks = {lesson.name: lesson.points for lesson in chapter_lessons(CHAPTER)}
NOTHING: Marks = dict.fromkeys(FULL, 0)
MOST = sum(FULL.values())


@dataclass(frozen=True)
class Changed:
    """One handed-in file: its bytes, its marks, and the name it was handed in under."""

    content: bytes
    marks: Marks
    file: str = f"{CHAPTER}.ipynb"

    @property
    def total(self) -> int:
        return sum(self.marks.values())


@cache
def source() -> Source:
    return next(each for each in sources() if each.chapter == CHAPTER)


@cache
def _solved_text() -> str:
    return as_text(solved_notebook(source()))


@cache
def _stub_text() -> str:
    return as_text(exercise_notebook(source()))


def solved() -> Any:
    return _joined(json.loads(_solved_text()))


def stub() -> Any:
    return _joined(json.loads(_stub_text()))


def _joined(notebook: Any) -> Any:
    """Write each cell's source as one text, where the file has lines."""
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook


def index_of(notebook: Any, cell_id: str) -> int:
    return next(i for i, cell in enumerate(notebook["cells"]) if cell.get("id") == cell_id)


def with_solution(cell_id: str, text: str) -> Any:
    """Return the solved notebook with another text in a cell."""
    notebook = solved()
    notebook["cells"][index_of(notebook, cell_id)]["source"] = text
    return notebook


def answer(lesson: str, kind: str, stem: str) -> str:
    """Return one of the project's own answers."""
    (path,) = [each for each in answer_files(lesson, kind) if each.stem == stem]
    return path.read_text(encoding="utf-8")


CHANGES: dict[str, Callable[[], Changed]] = {}


def changed(marks: Marks, file: str = f"{CHAPTER}.ipynb") -> Callable[..., Any]:
    """Register a function that returns a notebook, or bytes."""

    def register(make: Callable[[], Any]) -> Callable[[], Any]:
        def made() -> Changed:
            content = make()
            return Changed(content if type(content) is bytes else json.dumps(content).encode(), marks, file)

        CHANGES[make.__name__] = made
        return make

    return register


@changed(FULL)
def all_right() -> Any:
    return solved()


@changed(NOTHING)
def nothing_written() -> Any:
    return stub()


@changed(FULL | {"trim_history": 21})
def cuts_by_count() -> Any:
    return with_solution(
        "trim-history",
        """
def trim_history(messages, max_messages=10, head=2):
    if max_messages < 0 or head < 0 or max_messages < head:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: that cannot be.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    kept = messages[:head] + messages[len(messages) - (max_messages - head):]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
""",
    )


@changed(FULL)
def check_cells_deleted() -> Any:
    notebook = solved()
    notebook["cells"] = [cell for cell in notebook["cells"] if not cell["id"].startswith("check-")]
    return notebook


@changed(FULL | {"trim_history": 0})
def one_answer_deleted() -> Any:
    notebook = solved()
    del notebook["cells"][index_of(notebook, "trim-history")]
    return notebook


@changed(FULL | {"repair_pairs": 0})
def written_before_the_chapter_had_its_last_function() -> Any:
    """Hand in a notebook of an older version: without the cells of `repair_pairs`, and with the points of then."""
    notebook = solved()
    of_it = ("repair-pairs", "check-repair-pairs")
    notebook["cells"] = [
        cell for cell in notebook["cells"] if cell["id"] not in of_it and "repair_pairs" not in cell["source"]
    ]
    return notebook


@changed(FULL)
def answer_deleted_and_written_elsewhere() -> Any:
    notebook = solved()
    text = notebook["cells"].pop(index_of(notebook, "trim-history"))["source"]
    notebook["cells"].append({"cell_type": "code", "metadata": {}, "source": text, "outputs": []})
    return notebook


@changed(FULL)
def answer_copied() -> Any:
    notebook = solved()
    place = index_of(notebook, "trim-history")
    notebook["cells"].insert(place, copy.deepcopy(notebook["cells"][place]))
    return notebook


@changed(FULL)
def stub_copied_after_the_answer() -> Any:
    notebook = solved()
    empty = stub()
    place = index_of(notebook, "trim-history")
    notebook["cells"].insert(place + 1, copy.deepcopy(empty["cells"][index_of(empty, "trim-history")]))
    return notebook


@changed(FULL)
def reordered_back_to_front() -> Any:
    notebook = solved()
    notebook["cells"].reverse()
    return notebook


@changed(FULL)
def flags_turned_round() -> Any:
    notebook = solved()
    for cell in notebook["cells"]:
        for flag in ("grade", "solution", "locked", "task"):
            if "nbgrader" in cell["metadata"]:
                cell["metadata"]["nbgrader"][flag] = not cell["metadata"]["nbgrader"].get(flag)
    return notebook


@changed(FULL)
def answers_turned_into_markdown() -> Any:
    notebook = solved()
    for name in (lesson.replace("_", "-") for lesson in FULL):
        cell = notebook["cells"][index_of(notebook, name)]
        cell["cell_type"] = "markdown"
        del cell["outputs"], cell["execution_count"]
    return notebook


@changed(NOTHING)
def points_raised() -> Any:
    notebook = stub()
    for cell in notebook["cells"]:
        if "points" in cell["metadata"].get("nbgrader", {}):
            cell["metadata"]["nbgrader"]["points"] = 9000
            cell["source"] = "9000"
            cell["outputs"] = [
                {"output_type": "execute_result", "data": {"text/plain": "9000"}, "metadata": {}, "execution_count": 1}
            ]
    return notebook


@changed(FULL)
def no_metadata() -> Any:
    notebook = solved()
    notebook["metadata"] = {}
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        cell.pop("id")
    return notebook


@changed(FULL)
def metadata_of_other_kinds() -> Any:
    notebook = solved()
    notebook["metadata"] = []
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] = [None, [], "text", {"nbgrader": 3}, {"nbgrader": {"grade_id": ["trim_history"]}}][number % 5]
    return notebook


@changed(FULL)
def unknown_kernel() -> Any:
    notebook = solved()
    notebook["metadata"]["kernelspec"] = {"name": "julia-1.9", "display_name": "Julia", "language": "julia"}
    return notebook


@changed(FULL)
def schema_from_the_future() -> Any:
    notebook = solved()
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["schema_version"] = 9
    return notebook


@changed(FULL)
def schema_from_the_past() -> Any:
    notebook = solved()
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"].pop("schema_version")
    return notebook


@changed(FULL)
def format_three() -> Any:
    cells = [
        {
            "cell_type": "code",
            "input": cell["source"],
            "language": "python",
            "metadata": cell["metadata"],
            "outputs": [],
        }
        for cell in solved()["cells"]
        if cell["cell_type"] == "code"
    ]
    return {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": cells}]}


@changed(FULL)
def format_ninety_nine() -> Any:
    return solved() | {"nbformat": 99}


@changed(FULL)
def byte_order_mark() -> Any:
    return b"\xef\xbb\xbf" + _solved_text().encode()


@changed(NOTHING)
def cut_off() -> Any:
    return _solved_text().encode()[:6000]


@changed(NOTHING)
def empty_file() -> Any:
    return b""


@changed(NOTHING)
def not_a_notebook() -> Any:
    return b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20


@changed(NOTHING)
def nested_without_end() -> Any:
    return b"[" * 200_000


@changed(NOTHING)
def a_list() -> Any:
    return b"[1, 2, 3]"


@changed(NOTHING)
def no_cells() -> Any:
    return solved() | {"cells": []}


@changed(FULL)
def cells_of_other_kinds() -> Any:
    notebook = solved()
    notebook["cells"] = [None, 3, "text", [], {}, {"cell_type": 7, "source": 8}, *notebook["cells"]]
    return notebook


@changed(FULL)
def prints_and_warnings() -> Any:
    notebook = solved()
    cell = notebook["cells"][index_of(notebook, "trim-history")]
    cell["source"] = cell["source"].replace(
        "    ### BEGIN SOLUTION\n",
        "    import warnings, sys\n    warnings.warn('look out')\n    print('x' * 100, file=sys.stderr)\n",
    )
    return notebook


@changed(FULL)
def other_cells_that_never_end_or_fail() -> Any:
    notebook = solved()
    for text in ("while True:\n    pass", "1 / 0", "raise SystemExit", "import no_such_module_at_all", "def broken(:"):
        notebook["cells"].insert(1, {"cell_type": "code", "metadata": {}, "source": text, "outputs": []})
    return notebook


@changed(FULL)
def magics() -> Any:
    notebook = solved()
    cell = notebook["cells"][index_of(notebook, "trim-history")]
    cell["source"] = "%load_ext autoreload\n!echo hello\n" + cell["source"] + "\ntrim_history?\n"
    return notebook


@changed(FULL)
def uses_names_of_other_cells() -> Any:
    notebook = solved()
    for text in (
        "import math as m",
        "ROLE = 'to' + 'ol'",
        "def is_result(message):\n    return message['role'] == ROLE",
    ):
        notebook["cells"].insert(1, {"cell_type": "code", "metadata": {}, "source": text, "outputs": []})
    cell = notebook["cells"][index_of(notebook, "find-safe-tail-start")]
    cell["source"] = (
        cell["source"]
        .replace('messages[start].get("role") == "tool"', "is_result(messages[start])")
        .replace("max(0, len(messages) - desired)", "m.floor(max(0, len(messages) - desired))")
    )
    return notebook


@changed(FULL | {"find_safe_tail_start": 9})
def a_wrong_function_that_a_right_one_builds_on() -> Any:
    """Hand in a `trim_history` that is right with a right `find_safe_tail_start`, and a wrong one of the latter."""
    wrong = answer("find_safe_tail_start", "wrong", "never_starts_inside_a_batch__by_count")
    notebook = with_solution("find-safe-tail-start", wrong)
    text = answer("trim_history", "right", "uses_find_safe_tail_start")
    notebook["cells"][index_of(notebook, "trim-history")]["source"] = text
    return notebook


@changed(FULL, file="my homework (1).ipynb")
def renamed_file() -> Any:
    return solved()
