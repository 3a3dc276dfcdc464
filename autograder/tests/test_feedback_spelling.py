"""Calls written so that they can be pasted: what is written makes the same value again."""

import datetime
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograder.lab
from autograder.execution.cases import CALL, NEW, Case, Script, Step, built, callback
from autograder.execution.values import Decoder, Encoder, same
from autograder.feedback.calls import tried
from autograder.feedback.spelling import Speller, quoted
from autograder.lab import Message, assistant, call, system, tool, user

TEXTS = st.text(st.characters(), max_size=80) | st.sampled_from(
    ["x" * 500, "ab" * 100, "'\"\\", "\ud800", "目标🎉", "\n"]
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.dates() | st.datetimes(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(TEXTS | st.just("$"), inner, max_size=3)
        | st.tuples(inner)
        | st.sets(st.integers(), max_size=3)
    ),
    max_leaves=12,
)
JSON = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["$", "role", "content", "a"]), inner),
    max_leaves=6,
)
CALLS = st.lists(
    TEXTS | st.builds(call, TEXTS, st.sampled_from(["read_file", "grep"]), JSON | st.just("{not json")), max_size=3
)
CONTENT = st.none() | TEXTS | st.just([{"type": "text", "text": "part"}])
MESSAGES = st.one_of(
    st.builds(user, CONTENT),
    st.builds(system, CONTENT),
    st.builds(tool, CONTENT, TEXTS),
    st.builds(assistant, CONTENT, CALLS),
    st.sampled_from([{"role": "user"}, {"content": "a", "role": "user"}, {"role": "assistant", "tool_calls": []}]),
)
NAMES = {
    name: getattr(autograder.lab, name) for name in ("assistant", "call", "system", "tool", "user", "long_history")
}


def read(code: str) -> Any:
    return eval(code, {**NAMES, "datetime": datetime})


@given(PLAIN)
def test_every_value_is_written_as_python_that_makes_it_again(value: Any) -> None:
    written = Speller().spell(Encoder().encode(value))
    assert same(read(written), Decoder().decode(Encoder().encode(value)))


@given(st.lists(MESSAGES, max_size=6))
def test_every_history_is_written_as_python_that_makes_it_again(messages: list[Message]) -> None:
    again = read(Speller().spell(Encoder().encode(messages)))
    assert same(again, messages)
    assert [list(each) for each in again] == [list(each) for each in messages]


@given(st.text(st.characters()))
def test_every_text_stands_between_double_quotes_on_one_line_that_can_be_printed(text: str) -> None:
    written = quoted(text)
    assert read(written) == text
    assert written.isprintable()
    assert written[0] == written[-1] == '"'


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (user("read it"), 'user("read it")'),
        (user(None), "user(None)"),
        (assistant("hm"), 'assistant("hm")'),
        (assistant(calls=["a", call("b", "grep", {"pattern": "目标"})]), None),
        (tool("1", "a"), 'tool("1", "a")'),
        ({"role": "user"}, '{"role": "user"}'),
        (call("b", "grep", {"x": [1, None]}), None),
        ("x" * 5000, '"x" * 5000'),
        ("one two, " * 40, '"one two, " * 40'),
        ("x" * 20, f'"{"x" * 20}"'),
        (built("long_history", count=20_000), "long_history(20000)"),
        (callback("summarize"), "summarize"),
        ({"$": "float", "text": "inf"}, 'float("inf")'),
        ({"$": "set", "items": []}, "set()"),
        ({"$": "tuple", "items": [1]}, "(1,)"),
    ],
)
def test_values_are_written_with_the_labs_words(value: Any, written: str | None) -> None:
    if written is not None:
        assert Speller().spell(value) == written


def test_calls_are_written_as_ids_where_they_are_nothing_more() -> None:
    message = assistant(calls=["a", call("b", "grep", {"pattern": "目标"}), call("c", "ls"), call("d", "ls", "{bad")])
    assert Speller().spell(message) == (
        'assistant(calls=["a", call("b", "grep", {"pattern": "目标"}), call("c", "ls"), call("d", "ls", "{bad")])'
    )


def test_a_short_call_is_shown_whole() -> None:
    case = Case("", 1, (Step(CALL, ([user("a"), tool("1", "x")],), {"max_messages": 1}),))
    shown = tried("trim_history", case)
    assert shown.shown == 'trim_history([user("a"), tool("1", "x")], max_messages=1)'
    assert shown.whole == f"from autograder.lab import tool, user\n{shown.shown}"
    assert not shown.shortened


def test_long_texts_and_lists_are_shortened_and_the_whole_can_still_be_pasted() -> None:
    text = " ".join(map(str, range(200)))
    messages = [user(text), *(user(f"question {number}") for number in range(60))]
    shown = tried("trim_history", Case("", 1, (Step(CALL, (messages,), {"head": 1}),)))
    assert shown.shortened
    assert "…" in shown.shown
    assert "...," in shown.shown
    assert max(map(len, shown.shown.splitlines())) <= 110
    given: list[Any] = []
    scope = {"trim_history": lambda messages, head: given.extend([messages, head])}
    exec(shown.whole, scope)
    assert given == [messages, 1]


def test_a_long_message_is_broken_at_its_commas_but_never_inside_a_text() -> None:
    message = assistant("a, b, " * 3, [call("a, b", "write", {"path, or not": "x, y", "more": [1, "2, 3", None]})] * 3)
    shown = tried("estimate_messages", Case("", 1, (Step(CALL, ([message],)),)))
    assert max(map(len, shown.shown.splitlines())) <= 110
    given: list[Any] = []
    exec(shown.whole, {"estimate_messages": given.extend})
    assert given == [message]


def test_the_steps_of_a_class_are_written_one_a_line() -> None:
    case = Case("", 1, (Step(NEW, (), {"limit": 2}), Step("failed"), Step("allows")))
    assert tried("CircuitBreaker", case).shown.splitlines() == [
        "circuit_breaker = CircuitBreaker(limit=2)",
        "circuit_breaker.failed()",
        "circuit_breaker.allows()",
    ]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (Script(({"return": "short"},)), 'send returns "short"'),
        (
            Script(({"raise": "PromptTooLong", "args": [9, 8]}, {"return": None})),
            "send raises PromptTooLong(9, 8), then returns None",
        ),
        (Script(({"raise": "Overloaded"},)), "send raises Overloaded()"),
        (
            Script(tuple({"return": number} for number in range(9))),
            "send returns 0, then returns 1, then returns 2, then goes on so: 9 answers in all",
        ),
        (Script(), "send is never to be called"),
        (Script((), ("append",), {"s": [user("a")]}), 'send holds {"s": [user("a")]}'),
    ],
)
def test_what_a_callback_answers_is_said(script: Script, sentence: str) -> None:
    case = Case("", 1, (Step(CALL, (callback("send"),)),), {"send": script})
    assert tried("recover", case).shown == "recover(send)"
    assert tried("recover", case).callbacks == (sentence,)


def test_dates_are_written_with_their_import() -> None:
    case = Case("", 1, (Step(CALL, ({"$": "date", "text": "2026-11-30"}, "m")),))
    assert tried("runtime_layer", case).whole == 'import datetime\nruntime_layer(datetime.date(2026, 11, 30), "m")'


def test_a_number_that_is_none_stays_one() -> None:
    assert math.isnan(read(Speller().spell(Encoder().encode(math.nan))))
