"""What a right `pick_project_rules` does."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.ch06_system_prompt.crashes import CRASHES, crash
from autograder.lessons.common import left_alone
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_text
from autograder.lessons.trial import Trial

NAMES = ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules")
Files = dict[str, Any]


def a_file_or_none(answer: Any) -> str | None:
    """Check for a name and a content, or for `None`."""
    return None if answer is None else a_dict_of(name=a_text, content=a_text)(answer)


lesson = Lesson(
    "pick_project_rules",
    "ch06_system_prompt",
    minutes=15,
    difficulty=1,
    returns=("a dict with exactly 'name' and 'content', both texts, or None", a_file_or_none),
    raises=CRASHES,
)


def answered(trial: Trial) -> Any:
    """Return the answer; `None` where the function raised."""
    return None if trial.outcome.error is not None else trial.answer


def picked(trial: Trial) -> str:
    """Say in words which file the learner's function picked."""
    return "None" if answered(trial) is None else shown(answered(trial)["name"])


def name_of(answer: Any) -> str | None:
    """Return the name of the file that was picked."""
    return None if answer is None else str(answer["name"])


def blank_before(trial: Trial) -> str | None:
    """Return the name of a blank file that stands before the right one in the order."""
    files, right = trial.given["files"], name_of(trial.right_answer)
    before = NAMES[: NAMES.index(right)] if right in NAMES else NAMES
    return next((name for name in before if name in files), None)


def similar(files: Files) -> str | None:
    """Return a file whose name is nearly one of the four."""
    return next((name for name in files if name not in NAMES and near(name)), None)


def near(name: str) -> bool:
    """Say whether a name is one of the four but for its capitals, its folder or its ending."""
    words = (each.strip(".").partition(".")[0].lower() for each in NAMES)
    return any(word in name.lower() for word in words)


@lesson.rule(
    5,
    reason="several sets of rules contradict each other; which one holds must not depend on the order of a folder",
    look="Which of the four names are there, and which comes first in the order of the rules?",
    think="Go through the four names in their order, not through the files in theirs.",
    nearly="for name in ('HERMES.md', 'AGENTS.md', 'CLAUDE.md', '.cursorrules'): the first that is there",
)
def picks_the_first_in_order(trial: Trial) -> Finding | None:
    """Judge files of exact names, with text in each."""
    if blank_before(trial) or similar(trial.given["files"]) or name_of(trial.right_answer) is None:
        return None
    expected = f"{shown(name_of(trial.right_answer))}: it comes first of the four"
    if trial.outcome.error is not None or name_of(answered(trial)) == name_of(trial.right_answer):
        return crash(trial, expected)
    return Finding(expected, picked(trial))


@lesson.rule(
    4,
    reason="an empty AGENTS.md, made by a tool that wanted one, would switch off the rules of a team",
    look="Which file did you pick, or stop at, and what is in it?",
    think="A file with nothing but white space, or that could not be read (None), says nothing: go on to the next.",
    nearly="content = files.get(name); if content and content.strip(): this one",
)
def lets_no_blank_file_shadow_the_next(trial: Trial) -> Finding | None:
    """Judge blank files before one with text."""
    blank = blank_before(trial)
    if blank is None or similar(trial.given["files"]):
        return None
    right = name_of(trial.right_answer)
    wanted = "None" if right is None else shown(right)
    expected = f"{wanted}: {blank} has {shown(trial.given['files'][blank])}, which is blank"
    if trial.outcome.error is not None or name_of(answered(trial)) == right:
        return crash(trial, expected)
    return Finding(expected, picked(trial))


@lesson.rule(
    3,
    reason="a copy in a subfolder, or a backup, is not the rules of this project",
    look="Compare the name you took with the four names, letter by letter.",
    think="files maps exact names. agents.md and docs/AGENTS.md are other files.",
    nearly="files.get(name), and no lower(), endswith or in",
)
def matches_exact_names(trial: Trial) -> Finding | None:
    """Judge files whose names are nearly right."""
    other = similar(trial.given["files"])
    if other is None:
        return None
    right = name_of(trial.right_answer)
    expected = f"{'None' if right is None else shown(right)}: {shown(other)} is another file"
    if trial.outcome.error is not None or name_of(answered(trial)) == right:
        return crash(trial, expected)
    return Finding(expected, picked(trial))


@lesson.rule(
    3,
    reason="the prompt strips what it is given; two places that change a text hide which of them did it",
    look="Compare the content you return with the file, character by character.",
    think="Choosing is one job and laying out is another. The content goes through as it is.",
    nearly="{'name': name, 'content': files[name]}",
)
def keeps_the_content(trial: Trial) -> Finding | None:
    """Judge the content."""
    if answered(trial) is None or trial.right_answer is None or answered(trial)["name"] != trial.right_answer["name"]:
        return None
    if answered(trial)["content"] == trial.right_answer["content"]:
        return None
    return Finding(f"{shown(trial.right_answer['content'])}, as it is", shown(answered(trial)["content"]))


@lesson.rule(
    1,
    reason="a project without rules is the usual case; its prompt has no such section",
    look="None of the four has anything to say here. What did you return?",
    think="No rules is None: not an empty dict, not an empty content, no error.",
    nearly="return None after the loop",
)
def returns_none_where_there_is_none(trial: Trial) -> Finding | None:
    """Judge projects without rules."""
    if trial.right_answer is not None or answered(trial) is None:
        return None if trial.given["files"] else crash(trial, "None: there are no files")
    return Finding("None: no file of the four has text", picked(trial))


@lesson.rule(
    1,
    reason="the files are read once and used by others",
    look="Is the dict that was given still the same afterwards?",
    think="Look up, do not take out.",
    nearly="files.get(name), not files.pop(name)",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the files afterwards."""
    return left_alone(trial)


def case(name: str, files: Files) -> Case:
    """Make a case from files."""
    return Case(name, sum(10 + len(each or "") for each in files.values()), (Step(CALL, (files,)),))


@lesson.enumeration
def every_small_project() -> Iterator[Case]:
    """Yield every combination of the four files: missing, unreadable, blank, with text."""
    missing = object()
    for number, contents in enumerate(product((missing, None, " \n", "use tabs"), repeat=len(NAMES))):
        named = list(zip(NAMES, contents, strict=True))
        files = {name: content for name, content in named if content is not missing}
        yield case(f"small {number}", dict(reversed(files.items())) if number % 2 else files)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("no files", {}),
        case("other files only", {"README.md": "read me", "main.py": "pass"}),
        case("all four, in another order", dict.fromkeys(reversed(NAMES), "use tabs")),
        case("the last of the four alone", {".cursorrules": "use tabs"}),
        case("an empty file before one with text", {"AGENTS.md": "", "CLAUDE.md": "use tabs"}),
        case("a file that could not be read", {"HERMES.md": None, ".cursorrules": "use tabs"}),
        case("white space before text", {"HERMES.md": " \n\t\n", "AGENTS.md": "use tabs"}),
        case("nothing but blank files", {"HERMES.md": "", "AGENTS.md": None, "CLAUDE.md": "\n"}),
        case("white space around the content", {"AGENTS.md": "\n\n# Rules\nuse tabs\n\n"}),
        case("a byte-order mark", {"AGENTS.md": "\ufeff# Rules\r\nuse tabs\r\n"}),
        case("a long file", {"CLAUDE.md": "use tabs. " * 3000}),
        case("small letters", {"agents.md": "forged", "CLAUDE.md": "use tabs"}),
        case("small letters alone", {"claude.md": "forged"}),
        case("a file in a folder", {"docs/AGENTS.md": "forged", ".cursorrules": "use tabs"}),
        case("a backup of a file", {"HERMES.md.bak": "forged", "AGENTS.md": "use tabs"}),
        case("a name without its dot", {"cursorrules": "forged"}),
        case("another ending", {"AGENTS.txt": "forged"}),
        case("Chinese", {"AGENTS.md": "请使用制表符。"}),
    ]
