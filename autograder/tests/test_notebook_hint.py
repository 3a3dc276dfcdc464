"""`hint` and `solution`: a small push for what is broken first, and another only after the next attempt."""

from pathlib import Path
from typing import Any

import pytest

from autograder import check, hint, solution
from autograder.authoring.standard import answer_files, load_answer
from autograder.feedback.hints import GATE_HINTS
from autograder.lessons.catalog import lesson_named
from autograder.notebook import attempts
from autograder.notebook.hinting import next_rung

DEF = "def trim_history(messages, max_messages=10, head=2):"
LOOK, THINK, NEARLY = next(rule.hints for rule in lesson_named("trim_history").rules if rule.name == "drops_the_middle")


@pytest.fixture(autouse=True)
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study folder of its own, in a kernel that remembers nothing yet."""
    (tmp_path / ".autograder").mkdir()
    monkeypatch.chdir(tmp_path)
    attempts._last.clear()
    return tmp_path


def keeps_all(number: int) -> Any:
    """Return an answer that drops nothing; another number makes another source of it."""
    scope: dict[str, Any] = {}
    lines = [DEF, f"unused = {number}", "return dict(messages=list(messages), dropped=0)"]
    exec("\n    ".join(lines), scope)
    return scope["trim_history"]


def hinted(function: Any, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    hint(function)
    return " ".join(capsys.readouterr().out.split())


def test_hint_climbs_one_rung_for_each_new_attempt_and_stays_at_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for number in range(4):
        function = keeps_all(number)
        check(function, show=False)
        said.append(hinted(function, capsys))
        assert hinted("trim_history", capsys) == said[-1]
        check(function, show=False)  # the same again is no new attempt
        assert hinted(None, capsys) == said[-1]
    after = "next change trim_history, then check(trim_history); a further hint comes after that"
    assert said == [
        f"not yet: trim_history drops the middle hint {LOOK} {after}",
        f"not yet: trim_history drops the middle hint {THINK} {after}",
        *[
            f"not yet: trim_history drops the middle hint {NEARLY} "
            "next change trim_history, then check(trim_history); solution(trim_history) is there too"
        ]
        * 2,
    ]


def test_hint_goes_on_where_it_was_after_a_restart(capsys: pytest.CaptureFixture[str]) -> None:
    check(keeps_all(1), show=False)
    assert LOOK in hinted("trim_history", capsys)
    attempts._last.clear()
    assert THINK in hinted(keeps_all(2), capsys)


def test_hint_tells_that_the_function_changed_since_its_check(capsys: pytest.CaptureFixture[str]) -> None:
    check(keeps_all(1), show=False)
    note = "note This is about your last check; trim_history has changed since."
    assert hinted(keeps_all(2), capsys).endswith(note)
    assert LOOK in hinted(keeps_all(2), capsys)


def test_hint_has_nothing_to_say_about_a_right_function(capsys: pytest.CaptureFixture[str]) -> None:
    right = load_answer(answer_files("trim_history", "right")[0], "trim_history")
    assert hinted(right, capsys) == "trim_history keeps every rule: there is nothing to hint at."


def test_hint_before_any_check_asks_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        hinted("trim_history", capsys)
        == "trim_history was not checked yet. next check(trim_history), then hint(trim_history)"
    )
    assert hinted(None, capsys) == "hint does not know which function next hint(your_function), after a check"


@pytest.mark.parametrize("thing", [{"messages": []}, 3, "trim", len])
def test_hint_and_solution_answer_bad_use_with_a_sentence(thing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    said = hinted(thing, capsys)
    assert said.startswith(("hint got a ", "hint does not know a function named "))
    solution(thing)
    assert capsys.readouterr().out.startswith(("solution got a ", "solution does not know a function named "))


STOPPED: list[tuple[str, str]] = [
    ("not written", "raise NotImplementedError"),
    ("raised", "return messages[99]"),
    ("returned None", "pass"),
    ("returned another form", "return 3"),
    ("unreadable", "return (each for each in messages)"),
]


@pytest.mark.parametrize(("gate", "body"), STOPPED)
def test_what_stops_a_function_has_a_ladder_of_its_own(
    gate: str, body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for number in range(3):
        scope: dict[str, Any] = {}
        exec("\n    ".join([DEF, f"unused = {number}", body]), scope)
        said.append(hinted_anew(scope["trim_history"], capsys))
    words, _ = lesson_named("trim_history").returns
    assert all(
        " ".join(rung.format(returns=words).split()) in each for rung, each in zip(GATE_HINTS[gate], said, strict=True)
    )


def hinted_anew(function: Any, capsys: pytest.CaptureFixture[str]) -> str:
    check(function, show=False)
    return hinted(function, capsys)


def test_a_wrong_form_of_call_and_a_thing_that_is_no_function_have_ladders_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    check(lambda messages: {}, show=False, lesson="trim_history")
    assert GATE_HINTS["wrong signature"][0] in hinted("trim_history", capsys)
    check({}, show=False, lesson="trim_history")
    assert GATE_HINTS["not a function"][0] in hinted("trim_history", capsys)


def test_rungs_are_found_again_among_damaged_records() -> None:
    def record(rung: object, mark: str) -> dict[str, object]:
        return {"at": "1", "kind": "hint", "lesson": "f", "title": "t", "rung": rung, "mark": mark}

    assert next_rung([], "f", "t", "a") == 0
    assert next_rung([record(1, "a")], "f", "t", "a") == 1
    assert next_rung([record(1, "a")], "f", "t", "b") == 2
    assert next_rung([record(2, "a")], "f", "t", "b") == 2
    assert next_rung([record(0, "a")], "f", "another", "b") == 0
    assert next_rung([record("x", "a")], "f", "t", "a") == 0
    assert next_rung([record(77, "a")], "f", "t", "b") == 1


def test_solution_shows_a_right_version_that_runs(capsys: pytest.CaptureFixture[str]) -> None:
    solution("trim_history")
    said, _, source = capsys.readouterr().out.partition("\n\n")
    assert said == "One right version of trim_history; there are others."
    assert '"""' not in source
    scope: dict[str, Any] = {}
    exec(source, scope)
    assert check(scope["trim_history"], show=False).passed
