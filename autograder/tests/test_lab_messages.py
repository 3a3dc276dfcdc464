import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.lab import (
    BadRequest,
    Message,
    OrphanResult,
    UnansweredCall,
    assistant,
    call,
    check_pairing,
    find_batches,
    is_running,
    is_tool_result,
    long_history,
    pairing_error,
    serialize,
    system,
    text_of,
    tool,
    user,
)

# Ids from a small alphabet, so that batches, orphans, repeats and gaps all come up.
IDS = st.lists(st.sampled_from("ab"), min_size=1, max_size=3)
ANY_HISTORY = st.lists(
    st.just(user("u"))
    | st.just(assistant("a"))
    | st.builds(lambda ids: assistant(calls=ids), IDS)
    | st.builds(tool, st.just("t"), st.sampled_from("abc")),
    max_size=9,
)


@pytest.mark.parametrize(
    "message",
    [system("s"), user("u"), assistant("a"), assistant(calls=["x", call("y", "ls", {"p": "目"})]), tool("t", "x")],
)
def test_a_printed_message_can_be_pasted_back(message: Message) -> None:
    assert eval(repr(message)) == message
    assert json.loads(json.dumps(message)) == message


def test_call_without_arguments_has_an_empty_object() -> None:
    assert call("a")["function"]["arguments"] == "{}"
    assert call("a", "ls", "")["function"]["arguments"] == ""


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({}, ":\n"),
        ({"role": "user"}, "user:\n"),
        (user(None), "user:\n"),
        (user([]), "user:\n"),
        (user([{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "text", "text": None}]), "user:a\n"),
        (assistant("on it", [call("1", "ls", '{"p": 1}'), call("2", "cat", "")]), 'assistant:on it ls{"p": 1} cat\n'),
        ({"role": "assistant", "tool_calls": None}, "assistant:\n"),
        (
            {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "ls", "arguments": None}}]},
            "assistant: ls\n",
        ),
        (tool("x\n", "1"), "tool:x\n\n"),
    ],
)
def test_serialize_writes_a_message_as_one_line(message: Message, line: str) -> None:
    assert serialize([message]) == line
    assert serialize([message, user("z")]) == line + "user:z\n"


def test_text_of_reads_none_text_and_parts() -> None:
    assert [text_of(user(content)) for content in (None, "x", [{"type": "text", "text": "x"}, {"type": "file"}])] == [
        "",
        "x",
        "x",
    ]


def _well_formed(messages: list[Message], running: bool) -> bool:
    """Say it once more, by trying: the results directly after a batch's head are its ids, each once, in any order."""
    index = 0
    while index < len(messages):
        message = messages[index]
        if is_tool_result(message):
            return False
        ids = sorted(each["id"] for each in message.get("tool_calls") or ())
        end = index + 1
        while ids and end < len(messages) and is_tool_result(messages[end]):
            end += 1
        got = sorted(each["tool_call_id"] for each in messages[index + 1 : end])
        if got != ids:
            open_ids = list(ids)
            fits = all(id in open_ids and not open_ids.remove(id) for id in got)  # type: ignore[func-returns-value]
            return running and end == len(messages) and fits
        index = end
    return True


@settings(deadline=None, max_examples=600)
@given(ANY_HISTORY, st.booleans())
def test_pairing_is_checked_as_the_words_say(messages: list[Message], running: bool) -> None:
    error = pairing_error(messages, running=running)
    assert (error is None) == _well_formed(messages, running)
    if error is not None:
        assert messages[error.index]["role"] == ("tool" if isinstance(error, OrphanResult) else "assistant")
        with pytest.raises(BadRequest):
            check_pairing(messages, running=running)


@settings(deadline=None)
@given(ANY_HISTORY)
def test_batches_lie_side_by_side_and_account_for_every_call(messages: list[Message]) -> None:
    end = 0
    for batch in find_batches(messages):
        assert end <= batch.start < batch.end
        end = batch.end
        calls = len(messages[batch.start]["tool_calls"])
        assert calls - len(batch.missing) == batch.end - batch.start - 1 - len(batch.foreign)


def test_ids_may_repeat_from_turn_to_turn_and_inside_a_batch() -> None:
    turn = [assistant(calls=["call_0", "call_0"]), tool("1", "call_0"), tool("2", "call_0")]
    check_pairing([user("?"), *turn, *turn])


def test_a_running_batch_is_allowed_only_where_it_is_asked_for() -> None:
    messages = [assistant(calls=["a", "b"]), tool("2", "b")]
    check_pairing(messages, running=True)
    with pytest.raises(UnansweredCall, match="these calls have no result directly after it: a"):
        check_pairing(messages)
    batch = find_batches(messages)[0]
    assert is_running(batch, messages)
    assert not is_running(batch, [*messages, user("x")])


def test_calls_without_result_are_named_in_call_order() -> None:
    error = pairing_error([assistant(calls=["c", "a", "b", "a"]), tool("1", "a")])
    assert error is not None
    assert error.ids == ("c", "b", "a")


def test_the_first_thing_at_fault_is_named() -> None:
    messages = [assistant(calls=["a"]), user("x"), tool("1", "a")]
    error = pairing_error(messages)
    assert isinstance(error, UnansweredCall)
    assert (error.index, error.ids) == (0, ("a",))


def test_a_very_long_history_is_checked() -> None:
    check_pairing(long_history(100_000))
    assert isinstance(pairing_error([*long_history(100_000), tool("x", "late")]), OrphanResult)
