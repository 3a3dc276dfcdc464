import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.lab import (
    Message,
    assistant,
    call,
    from_blocks,
    long_history,
    reading_session,
    system,
    to_blocks,
    tool,
    user,
)

WORDS = st.text("ab 你\n", min_size=1, max_size=6)
PARTS = st.lists(
    st.builds(lambda text: {"type": "text", "text": text}, WORDS)
    | st.just({"type": "image_url", "image_url": {"url": "https://x.y/z.png"}})
    | st.just({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}})
    | st.just({"type": "file", "file": {"file_id": "f"}}),
    min_size=1,
    max_size=3,
)
CONTENT = WORDS | PARTS
ARGUMENTS = st.dictionaries(WORDS, WORDS | st.integers() | st.none() | st.lists(st.booleans(), max_size=2), max_size=2)


@st.composite
def _batches(draw: st.DrawFn) -> list[Message]:
    ids = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True))
    calls = [call(id, draw(st.sampled_from(["ls", "grep"])), draw(ARGUMENTS)) for id in ids]
    results = [tool(draw(CONTENT | st.none()), id) for id in draw(st.permutations(ids))]
    return [assistant(draw(WORDS | st.none()), calls), *results]


HISTORIES = st.builds(
    lambda head, turns: head + [message for turn in turns for message in turn],
    st.lists(st.builds(system, CONTENT), max_size=1),
    st.lists(st.builds(lambda c: [user(c)], CONTENT) | st.builds(lambda c: [assistant(c)], CONTENT) | _batches()),
)


@settings(deadline=None)
@given(HISTORIES)
def test_flat_to_blocks_and_back_loses_nothing(history: list[Message]) -> None:
    before = json.dumps(history)
    assert from_blocks(**to_blocks(history)) == history
    assert json.dumps(history) == before


@settings(deadline=None)
@given(HISTORIES)
def test_blocks_to_flat_and_back_loses_nothing(history: list[Message]) -> None:
    blocks = to_blocks(history)
    assert to_blocks(from_blocks(**blocks)) == blocks


def test_a_long_history_and_the_reading_session_survive_both_ways() -> None:
    for history in (long_history(2000), reading_session(form="live").history()):
        assert from_blocks(**to_blocks(history)) == history


def test_all_results_of_a_batch_stand_in_one_user_message_and_the_next_request_in_another() -> None:
    history = [user("?"), assistant(calls=["a", "b"]), tool("1", "b"), tool("2", "a"), user("and?")]
    messages = to_blocks(history)["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user", "user"]
    assert [block["tool_use_id"] for block in messages[2]["content"]] == ["b", "a"]


def test_a_running_batch_stays_running() -> None:
    for history in ([assistant(calls=["a", "b"])], [assistant(calls=["a", "b"]), tool("1", "a")]):
        assert from_blocks(**to_blocks(history)) == history


def test_text_beside_results_comes_after_them_in_flat_form() -> None:
    blocks = [{"type": "tool_result", "tool_use_id": "a", "content": "1"}, {"type": "text", "text": "go on"}]
    assert from_blocks([user(blocks)]) == [tool("1", "a"), user([{"type": "text", "text": "go on"}])]


def test_a_picture_beside_calls_stays_a_part() -> None:
    history = [assistant([{"type": "image_url", "image_url": {"url": "https://x.y/z.png"}}], ["a"]), tool("1", "a")]
    assert from_blocks(**to_blocks(history)) == history


def test_a_failed_result_stays_marked_both_ways() -> None:
    blocks = [user([{"type": "tool_result", "tool_use_id": "a", "content": "no such file", "is_error": True}])]
    assert from_blocks(blocks) == [tool("no such file", "a") | {"is_error": True}]
    assert to_blocks(from_blocks(blocks))["messages"] == blocks


def test_cache_control_is_no_part_of_the_history() -> None:
    marked = user([{"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}])
    assert from_blocks([marked]) == [user([{"type": "text", "text": "hi"}])]


@pytest.mark.parametrize(
    ("arguments", "input"), [("", {}), ("[1]", "[1]"), ("{broken", "{broken"), ('{"x": NaN}',) * 2]
)
def test_arguments_that_are_no_object_are_kept_for_the_provider_to_refuse(arguments: str, input: Any) -> None:
    block = to_blocks([assistant(calls=[call("a", "ls", arguments)])])["messages"][0]["content"][0]
    assert block["input"] == input


def test_several_system_messages_become_one_field_and_a_later_one_stays() -> None:
    blocks = to_blocks([system("One."), system("Two."), user("hi"), system("late")])
    assert blocks["system"] == [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]
    assert blocks["messages"] == [user("hi"), system("late")]
    assert "system" not in to_blocks([user("hi")])
