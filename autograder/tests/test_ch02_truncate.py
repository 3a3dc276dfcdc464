"""Chapter 2: what holds of the right versions for any input, and of the rules for any answer."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.execution.cases import one_call
from autograder.execution.running import run_case
from autograder.execution.values import same
from autograder.lab import assistant, call, tool
from autograder.lessons.catalog import chapter_lessons, lesson_named
from autograder.lessons.ch02_truncate.arguments import escapes_letters, parsed
from autograder.lessons.judging import first_broken
from autograder.lessons.oracle import right_function
from autograder.lessons.running import standard_run
from autograder.lessons.trial import Trial
from autograder.tests.odd_answers import odd_outcomes

TRUNCATE, MIDDLE = right_function("truncate"), right_function("truncate_middle")
SHRINK = right_function("shrink_arguments")
LESSONS = [lesson.name for lesson in chapter_lessons("ch02_truncate")]
TEXTS = st.text(st.sampled_from("ab …你👨\N{ZERO WIDTH JOINER}\N{COMBINING ACUTE ACCENT}\ud83d"), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=9), inside, max_size=3),
    max_leaves=8,
)


@given(TEXTS, st.integers(-2, 25), TEXTS)
def test_both_cuts_keep_their_limit_and_cut_only_what_is_too_long(text: str, limit: int, marker: str) -> None:
    for cut in (TRUNCATE(text, limit, marker), MIDDLE(text, limit, marker)):
        assert len(cut) <= max(0, limit)
        assert cut == text if len(text) <= limit else len(cut) == max(0, limit)


@given(TEXTS, st.integers(1, 25))
def test_a_cut_begins_and_ends_as_the_text_does(text: str, limit: int) -> None:
    marked = len(text) > limit
    front, both = TRUNCATE(text, limit), MIDDLE(text, limit)
    assert front == (text[: limit - 1] + "…" if marked else text)
    head, tail = limit // 2, (limit - 1) // 2
    assert both == (text[:head] + "…" + text[len(text) - tail :] if marked else text)


@given(VALUES, st.integers(0, 6))
def test_shrunk_arguments_differ_in_long_texts_only(value: Any, limit: int) -> None:
    text = json.dumps(value, ensure_ascii=False)
    (message, _) = SHRINK([assistant(calls=[call("a", "edit", text)]), tool("done", "a")], limit)
    after = message["tool_calls"][0]["function"]["arguments"]
    assert same(parsed(after), cut_leaves(value, limit))
    assert not escapes_letters(after)
    if same(cut_leaves(value, limit), value):
        assert after == text


def cut_leaves(value: Any, limit: int) -> Any:
    """Say the rule again, in the plainest way."""
    if isinstance(value, str):
        return value if len(value) <= limit else (value[: limit - 1] + "…" if limit else "")
    if isinstance(value, list):
        return [cut_leaves(each, limit) for each in value]
    return {key: cut_leaves(each, limit) for key, each in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("name", LESSONS)
def test_the_rules_can_judge_any_answer_and_take_none_for_right_that_is_not(name: str) -> None:
    lesson = lesson_named(name)
    for case, right in standard_run(name)[::4]:
        if right.status != "ok" or case.seconds != 2.0:
            continue
        for outcome in odd_outcomes(right, case.to_json()):
            trial = Trial(name, case, outcome, right)
            assert trial.unreadable() or first_broken(lesson, trial) is not None or reads_alike(trial), outcome.values


def test_an_error_inside_pythons_library_shows_the_learners_own_line_only() -> None:
    def shrink_arguments(messages: Any, max_leaf: int = 200, marker: str = "…") -> Any:
        return json.loads("no JSON")

    outcome = run_case(shrink_arguments, one_call([]), lambda name, args, kwargs: {"return": None})
    assert outcome.error is not None
    assert outcome.error.kinds[0] == "JSONDecodeError"
    assert [where.partition(",")[0] for where, _ in outcome.error.frames] == ["shrink_arguments"]


def reads_alike(trial: Trial) -> bool:
    """Say whether an answer is right but for keys that are missing or `None`, or for the spacing of JSON."""
    return same(read(trial.answer), read(trial.right_answer))


def read(thing: Any) -> Any:
    if isinstance(thing, list):
        return [read(each) for each in thing]
    if type(thing) is dict:
        return {key: read(each) for key, each in thing.items() if each is not None}
    return thing
