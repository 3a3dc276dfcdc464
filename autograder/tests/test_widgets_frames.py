"""The window's data: what is sent, dropped and written in each round, and what became of the learner's function."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from autograder import watch
from autograder.lab import (
    Message,
    Provider,
    Summarizer,
    assistant,
    call,
    count_messages,
    play,
    reading_session,
    system,
    tool,
    user,
    working_session,
)
from autograder.lessons.oracle import right_function
from autograder.widgets.frames import Picture, drawn, history_picture, letter_of, runs, session_picture
from autograder.widgets.window import Window

HISTORY = [
    user("What do the two notes say?"),
    assistant(calls=[call("a", "read_file", {"path": "one.md"}), "b"]),
    tool("Buy milk.", "a"),
    tool("Call Ada.", "b"),
    assistant("Buy milk, and call Ada."),
]


def played(policy: Any, rounds: int = 4, budget: int = 10_000, session: Any = None) -> Picture:
    return session_picture(session or reading_session(form="live"), {"mine": policy}, rounds, budget)


def frames(picture: Picture, lane: int = -1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = picture["lanes"][lane]["frames"]
    return found


def states(frame: dict[str, Any], state: str) -> list[int]:
    return [number for first, count, each in frame["runs"] if each == state for number in range(first, first + count)]


def test_a_history_is_drawn_message_by_message() -> None:
    picture = history_picture(HISTORY, budget=60)
    assert [each["letter"] for each in picture["messages"]] == ["U", "A", "T", "T", "A"]
    assert [each["batch"] for each in picture["messages"]] == [None, 0, 0, 0, None]
    assert [each["tokens"] for each in picture["messages"]] == [count_messages([each]) for each in HISTORY]
    assert picture["messages"][1]["calls"] == ["a", "b"]
    frame = frames(picture)[0]
    assert (frame["runs"], frame["count"], frame["tokens"]) == ([[0, 5, "kept"]], 5, count_messages(HISTORY))
    assert (frame["answer"], frame["error"]) == ("", "")


def test_a_picture_is_plain_json() -> None:
    picture = played(right_function("trim_history"))
    assert json.loads(json.dumps(picture)) == picture


def test_an_unmanaged_session_grows_and_ends_where_the_provider_refuses_it() -> None:
    picture = played(None, rounds=20, budget=8192)
    found = frames(picture)
    run = play(reading_session(form="live"), Provider(window=8192))
    assert len(found) - 1 == run.died_in == 18
    assert [each["accepted"] for each in found] == [True] * 18 + [False]
    assert found[-1]["answer"] == str(run.error) == "400 prompt is too long (8246 tokens > max 8192 tokens)"
    assert [each["count"] for each in found] == [2 + 2 * number for number in range(19)]
    assert not any(each["gone"] for each in found)


def test_a_managed_session_shows_what_the_lab_plays() -> None:
    trim = right_function("trim_history")
    found = frames(played(trim, rounds=20))
    sent: list[int] = []

    def policy(messages: list[Message]) -> list[Message]:
        kept: list[Message] = trim(messages)["messages"]
        sent.append(count_messages(kept))
        return kept

    play(reading_session(form="live"), Provider(), policy)
    assert [each["tokens"] for each in found] == sent
    assert states(found[-1], "kept") == [0, 1, *range(34, 42)]
    assert states(found[-1], "gone") == list(range(2, 34))
    assert found[-1]["gone"] == 32


def test_a_split_batch_is_shown_with_the_providers_refusal() -> None:
    def last_three(messages: list[Message]) -> list[Message]:
        return messages[-3:]

    picture = played(last_three)
    found = frames(picture)
    assert len(found) == 3
    assert found[-1]["answer"].startswith("400 message 0 is a result for call 'call_1', but no open call")
    assert not found[-1]["accepted"]


def test_a_rewritten_message_stands_in_the_place_of_its_own() -> None:
    def cut(messages: list[Message]) -> list[Message]:
        return [
            {**each, "content": each["content"][:20]} if each["role"] == "tool" else dict(each) for each in messages
        ]

    picture = played(cut, rounds=2)
    last = frames(picture)[-1]
    assert states(last, "gone") == []
    assert states(last, "kept") == [0, 1, 2, 4]
    assert [number for number, _ in _order(last)] == [0, 1, 2, 6, 4, 7]
    assert picture["messages"][6]["batch"] == picture["messages"][2]["batch"]


def test_a_summary_is_shown_as_written_by_the_function_and_what_it_replaced_as_gone() -> None:
    def compact(messages: list[Message], summarize: Callable[[Any], str]) -> list[Message]:
        if len(messages) < 7:
            return messages
        return [*messages[:2], user(f"[Compacted]\n\n{summarize(messages[2:-2])}"), *messages[-2:]]

    window = watch(compact, summarize=Summarizer(), rounds=6)
    assert window is not None
    picture = window.picture
    last = frames(picture)[-1]
    letters = [picture["messages"][number]["letter"] for number in states(last, "new")]
    assert letters == ["C"]
    assert states(last, "gone") == list(range(2, 12))
    assert picture["lanes"][-1]["name"] == "compact(summarize=Summarizer)"


def _order(frame: dict[str, Any]) -> list[tuple[int, str]]:
    return [(number, state) for first, count, state in frame["runs"] for number in range(first, first + count)]


def raises(messages: list[Message]) -> Any:
    if len(messages) > 4:
        raise KeyError("tool_call_id")
    return messages


def never(messages: list[Message]) -> Any:
    while True:
        pass


def stub(messages: list[Message]) -> Any:
    raise NotImplementedError


NONSENSE: list[tuple[Any, int, str]] = [
    (raises, 2, "raised KeyError: 'tool_call_id'\nraises, line "),
    (never, 0, "did not come back within 2 s of processor time"),
    (stub, 0, "is not written yet"),
    (lambda messages: None, 0, "returned None; the window draws a list of messages, or a dict with 'messages'"),
    (lambda messages: 3, 0, "returned a whole number; the window draws a list of messages, or a dict with 'messages'"),
    (
        lambda messages: {"dropped": 0},
        0,
        "returned a dict; the window draws a list of messages, or a dict with 'messages'",
    ),
    (lambda messages: [messages[0], "x"], 0, "returned a list whose entry 1 is a text, not a message"),
    (lambda messages: [{"role": "user", "content": 3}], 0, "returned a list whose entry 0 is not built like a message"),
    (lambda messages: iter(messages), 0, "returned something that contains a list_iterator, which is neither text"),
    (lambda *, n: [], 0, "takes (*, n), and that does not fit the call: too many positional arguments"),
]


@pytest.mark.parametrize(("policy", "round", "said"), NONSENSE, ids=[said[:24] for _, _, said in NONSENSE])
def test_a_function_that_fails_says_so_at_the_round_where_it_happens(policy: Any, round: int, said: str) -> None:
    found = frames(played(policy))
    assert len(found) == round + 1
    assert found[-1]["error"].startswith(said)
    assert [each["error"] for each in found[:-1]] == [""] * round


def test_a_function_that_changes_its_list_is_noted_and_goes_on() -> None:
    def pops(messages: list[Message]) -> list[Message]:
        if len(messages) > 4:
            del messages[2:4]
        return messages

    found = frames(played(pops))
    assert [each["note"] for each in found] == ["", "", *["changed the list it was given"] * 3]
    assert found[-1]["count"] == 4


def test_a_function_gets_back_whatever_it_wrote_before() -> None:
    """Also what would be taken for a tag of the data that travels to it."""
    odd = {"role": "user", "content": [{"type": "text", "text": "x", "$": "in"}]}
    found = frames(played(lambda messages: [*messages, odd], rounds=2))
    assert [each["error"] for each in found] == ["", "", ""]
    assert [each["count"] for each in found] == [3, 6, 9]


def test_parallel_calls_and_repeated_ids_keep_their_places() -> None:
    picture = played(right_function("trim_history"), rounds=40, budget=10**6, session=working_session(rounds=40))
    last = frames(picture)[-1]
    numbers = [number for number, _ in _order(last)]
    assert numbers == sorted(numbers)
    assert states(last, "new") == []
    assert len(states(last, "kept")) == last["count"]


def test_what_is_gone_stands_where_it_was() -> None:
    assert drawn([0, 1, 2, 3, None], [0, 4, 3], {1, 2}) == [
        (0, "kept"),
        (4, "new"),
        (1, "gone"),
        (2, "gone"),
        (3, "kept"),
    ]
    assert drawn([0, 1], [0], {1}) == [(0, "kept"), (1, "gone")]
    assert runs([]) == []


@pytest.mark.parametrize(
    ("message", "letter"),
    [
        (system("s"), "S"),
        (user("[Compacted]\n\nx"), "C"),
        (user("[Task state]\nGoal: x"), "K"),
        (assistant("[Compacted]"), "A"),
        ({"role": "developer", "content": "x"}, "?"),
        ({}, "?"),
    ],
)
def test_every_kind_of_message_has_a_letter(message: Message, letter: str) -> None:
    assert letter_of(message) == letter


def test_watch_draws_a_history_and_what_a_function_returned() -> None:
    assert watch(HISTORY) is not None
    window = watch({"messages": HISTORY, "dropped": 0}, budget=9)
    assert window is not None
    assert (window.picture["budget"], len(window.picture["messages"])) == (9, 5)


def test_watch_plays_the_session_with_and_without_the_function() -> None:
    window = watch(right_function("trim_history"), max_messages=4, head=2, rounds=3)
    assert isinstance(window, Window)
    assert [lane["name"] for lane in window.picture["lanes"]] == [
        "without a window",
        "trim_history(max_messages=4, head=2)",
    ]
    assert [len(lane["frames"]) for lane in window.picture["lanes"]] == [4, 4]
    assert (window.picture["budget"], window.picture["title"]) == (8192, "reading session, 3 rounds")
    longer = watch(right_function("trim_history"), session=reading_session(rounds=2), rounds=99)
    assert longer is not None
    assert longer.picture["title"] == "reading session, 2 rounds"


@pytest.mark.parametrize(
    ("thing", "arguments", "said"),
    [
        (
            3,
            {},
            "watch got a whole number: give it a list of messages, as in watch(history), or a function itself, as in",
        ),
        ({"dropped": 1}, {}, "watch got None: give it a list of messages"),
        (["x"], {}, "watch got a list whose entry 0 is a text, not a message."),
        ([{"role": "user", "content": 3}], {}, "watch got a list whose entry 0 is not built like a message: {'role'"),
        (
            len,
            {"session": 3},
            "session is a whole number: give watch a session of the lab, as in reading_session(rounds=5).",
        ),
        (len, {"rounds": -1}, "rounds is -1: use a whole number, 0 or more, or leave it out."),
        ([], {"budget": "x"}, "budget is 'x': use a whole number, 0 or more, or leave it out."),
    ],
)
def test_watch_answers_bad_use_with_a_sentence(
    thing: Any, arguments: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert watch(thing, **arguments) is None
    assert capsys.readouterr().out.startswith(said)
