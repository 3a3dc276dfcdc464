"""An instructor's private rules and cases count like the others, and no page of a student's speaks of them."""

import json

import pytest

from autograder.tests.changed_notebooks import CHANGES, CHAPTER, FULL
from autograder.tests.courses import RealCourse
from autograder.tests.test_grade import hand_in, run, scores

PRIVATE_POINTS = 10
PRIVATE = """
from autograder.lab import assistant, tool, user
from autograder.lessons.ch03_trim.trim_history import case
from autograder.lessons.lesson import Finding
from dataclasses import replace


def cases():
    secret = [user("xyzzy"), assistant(calls=["p", "q"]), tool("1", "p"), tool("2", "q"), user("plugh")]
    yield replace(case("a batch at the cut", secret, max_messages=2, head=0), telling=frozenset({"says_plugh"}))


def rules(lesson):
    @lesson.rule(10, reason="none", look="look", think="think", nearly="nearly")
    def says_plugh(trial):
        last = [message["content"] for message in trial.answer["messages"][-1:]]
        wanted = [message["content"] for message in trial.messages[-1:]]
        dropped_all = trial.given["max_messages"] == 0
        return None if dropped_all or last == wanted else Finding("the last message", "another")
"""

LATE_LIMIT = '''
def trim_history(messages, max_messages=10, head=2):
    """Right but for a text that only a private case holds."""
    if max_messages < 0 or head < 0 or max_messages < head:
        raise ValueError(f"max_messages is {max_messages} and head is {head}: that cannot be.")
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    if str(messages[0].get("content")).startswith("xy"):
        return {"messages": messages[:-1], "dropped": 1}
    end = head
    while 0 < end < len(messages) and messages[end].get("role") == "tool":
        end += 1
    start = len(messages) - (max_messages - head)
    while end < start < len(messages) and messages[start].get("role") == "tool":
        start -= 1
    kept = messages[:end] + messages[max(start, end):]
    return {"messages": kept, "dropped": len(messages) - len(kept)}
'''


@pytest.fixture
def private(tmp_path):
    folder = tmp_path / "private"
    folder.mkdir()
    (folder / "trim_history.py").write_text(PRIVATE)
    return folder


def test_private_rules_and_cases_count(tmp_path, private):
    from autograder.tests.changed_notebooks import with_solution

    hand_in(tmp_path / "class", "ada", "all_right")
    path = hand_in(tmp_path / "class", "ben", "all_right")
    path.write_text(json.dumps(with_solution("trim-history", LATE_LIMIT)))
    run(tmp_path, "grade", "class", "--json", "plain.json")
    assert scores(tmp_path / "plain.json")["ben", "trim_history"] == FULL["trim_history"]
    run(tmp_path, "grade", "class", "--json", "out.json", "--private", "private", "--feedback", "pages")
    assert scores(tmp_path / "out.json")["ada", "trim_history"] == FULL["trim_history"] + PRIVATE_POINTS
    assert scores(tmp_path / "out.json")["ben", "trim_history"] < FULL["trim_history"]
    page = (tmp_path / "pages" / "ben" / CHAPTER / f"{CHAPTER}.html").read_text()
    assert "in a case that is not shown" in page
    for word in ("xyzzy", "plugh", "a batch at the cut"):
        assert word not in page


def test_private_points_are_part_of_a_course(tmp_path, private):
    course = RealCourse(tmp_path / "course", tmp_path / "home")
    course.root.mkdir()
    course.run("autograder", "course", ".", "--private", str(private))
    text = (course.root / "nbgrader_config.py").read_text()
    changed = text.replace(
        "configure(c, Path(__file__).parent)", f"configure(c, Path(__file__).parent, Path({str(private)!r}))"
    )
    (course.root / "nbgrader_config.py").write_text(changed)
    course.run("nbgrader", "generate_assignment", CHAPTER)
    course.hand_in("ada", CHANGES["all_right"]().content)
    course.run("nbgrader", "autograde", CHAPTER)
    wanted = FULL | {"trim_history": FULL["trim_history"] + PRIVATE_POINTS}
    assert course.marks()["ada"] == wanted
    course.run("autograder", "grade", "--course", ".", "--private", str(private))
    assert course.marks()["ada"] == wanted


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("nothing_of_ours.py", "x = 1", "'nothing_of_ours' is not a lesson of this course"),
        ("trim_history.py", "x = 1", "defines neither cases() nor rules(lesson)"),
        ("trim_history.py", "def cases():\n    return [1]", "trim_history.py cannot be used"),
        ("trim_history.py", "def cases(:", "trim_history.py cannot be used: SyntaxError"),
    ],
)
def test_private_folder_that_cannot_be_used_gets_a_sentence(tmp_path, name, text, sentence):
    hand_in(tmp_path / "class", "ada", "all_right")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / name).write_text(text)
    assert sentence in run(tmp_path, "grade", "class", "--private", "private", code=1)
