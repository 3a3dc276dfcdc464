"""The window's data: what is sent, dropped and written in each round, and what became of the learner's function."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pytest

from autograder import watch
from autograder.lab import (
    Message,
    Provider,
    Round,
    Session,
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
from autograder.widgets.actions import drawn, rewriting, runs
from autograder.widgets.cast import Cast, letter_of
from autograder.widgets.frames import Limits, Picture, history_picture, session_picture
from autograder.widgets.growing import grown
from autograder.widgets.window import Window

HISTORY = [
    user("What do the two notes say?"),
    assistant(calls=[call("a", "read_file", {"path": "one.md"}), "b"]),
    tool("Buy milk.", "a"),
    tool("Call Ada.", "b"),
    assistant("Buy milk, and call Ada."),
]


def played(
    policy: Any, rounds: int = 4, window: int = 10_000, session: Any = None, limits: Limits | None = None
) -> Picture:
    return session_picture(session or reading_session(form="live"), {"mine": policy}, rounds, limits or Limits(window))


def frames(picture: Picture, lane: int = -1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = picture["lanes"][lane]["frames"]
    return found


def states(frame: dict[str, Any], state: str) -> list[int]:
    return [number for first, count, each in frame["runs"] if each == state for number in range(first, first + count)]


def test_a_history_is_drawn_message_by_message() -> None:
    picture = history_picture(HISTORY, window=60)
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
    picture = played(None, rounds=20, window=8192)
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
    assert states(found[-1], "dropped") == list(range(2, 34))
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
    assert states(last, "dropped") == []
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
    assert states(last, "summarised") == list(range(2, 12))
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
    (lambda messages: None, 0, "returned None, not a list of messages, nor a dict with 'messages'"),
    (lambda messages: 3, 0, "returned a whole number, not a list of messages, nor a dict with 'messages'"),
    (
        lambda messages: {"dropped": 0},
        0,
        "returned a dict, not a list of messages, nor a dict with 'messages'",
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
    picture = played(right_function("trim_history"), rounds=40, window=10**6, session=working_session(rounds=40))
    last = frames(picture)[-1]
    numbers = [number for number, _ in _order(last)]
    assert numbers == sorted(numbers)
    assert states(last, "new") == []
    assert len(states(last, "kept")) == last["count"]


def test_what_is_gone_stands_where_it_was() -> None:
    cast = Cast(HISTORY)
    made = cast.add(user("[Compacted] x"), None)
    assert drawn(cast, [0, made, 3, 4], {1: "summarised", 2: "dropped"}, {}) == [
        (0, "kept"),
        (5, "new"),
        (1, "summarised"),
        (2, "dropped"),
        (3, "kept"),
        (4, "kept"),
    ]
    assert drawn(cast, [0], {1: "dropped"}, {}) == [(0, "kept"), (1, "dropped")]
    assert runs([]) == []


def test_every_action_is_told_apart() -> None:
    said = tool("one two three", "a")
    calls = assistant(calls=[call("a", "write", {"text": "x" * 90})])
    assert rewriting(said, tool("one…", "a")) == "cut"
    assert rewriting(said, tool("…three", "a")) == "cut"
    assert rewriting(said, tool("", "a")) == "cut"
    assert rewriting(calls, assistant(calls=[call("a", "write", {"text": "x…"})])) == "cut"
    assert rewriting(said, tool("[cleared]", "a")) == "placeholder"
    assert rewriting(said, tool('<persisted-output path="x" chars="13">\none\n</persisted-output>', "a")) == "persisted"
    assert rewriting(said, tool("One, two, three, and four.", "a")) == "new"


def test_a_message_that_was_out_of_a_request_comes_back_as_put_back() -> None:
    kept: list[Message] = []

    def forgets_once(messages: list[Message]) -> list[Message]:
        kept[:] = kept or messages[:2]
        return messages[1:] if len(messages) == 4 else [kept[0], *messages] if len(messages) == 5 else messages

    found = frames(played(forgets_once, rounds=3))
    assert [states(each, "dropped") for each in found] == [[], [0], [], []]
    assert [states(each, "back") for each in found] == [[], [], [0], []]


def test_a_request_that_is_carried_stands_alone_and_is_shown_as_put_back() -> None:
    def carries(messages: list[Message]) -> list[Message]:
        return [messages[0], *([messages[3]] if len(messages) > 8 else messages[1:4]), *messages[-4:]]

    talk = Session(
        "talk",
        (system("s"), user("1")),
        tuple(Round(assistant(f"{i}"), (user(f"{i}"),)) for i in range(5)),
        assistant("."),
        (),
    )
    last = frames(session_picture(talk, {"mine": carries}, 4, Limits(9_999)))[-1]
    assert states(last, "back") == [3]
    assert states(last, "dropped") == [1, 2, 4, 5]


def test_cost_and_cache_are_the_labs() -> None:
    found = frames(played(None, rounds=20, window=10**6))
    run = play(reading_session(form="live"), Provider())
    assert [each["cost"] for each in found] == pytest.approx(list(accumulate(line.cost for line in run.lines)))
    assert [each["read"] for each in found] == [line.tokens.cache_read for line in run.lines]
    assert found[-1]["cached"] == found[-2]["count"]


def test_a_reserve_is_kept_for_the_reply() -> None:
    found = frames(played(None, rounds=20, limits=Limits(8192, reserve=1024)))
    assert found[-1]["answer"] == "400 prompt is too long (7406 tokens > max 7168 tokens)"
    cut = frames(played(None, rounds=1, limits=Limits(8192, reserve=2)))
    assert cut[0]["answer"] == "accepted, but the reply had no room and was cut"
    refused = frames(played(None, rounds=1, limits=Limits(100, reserve=100)))
    assert "leaves no room in a window of 100" in refused[0]["answer"]


def test_lines_stand_where_they_differ() -> None:
    assert Limits(8192).lines() == [["window", 8192]]
    assert Limits(8192, 1024, 512).lines() == [["window", 8192], ["budget", 7168], ["threshold", 6656]]
    assert Limits(8192, 0, 512).lines() == [["window", 8192], ["threshold", 7680]]


def test_results_grow_and_shrink_and_the_rest_stays() -> None:
    session = working_session(rounds=20)
    for percent in (25, 100, 300):
        for before, after in zip(session.history(), grown(session, percent).history(), strict=True):
            if before["role"] == "tool":
                assert len(after["content"]) == len(before["content"]) * percent // 100
            else:
                assert after == before
    blank = replace(
        session, rounds=(Round(assistant(calls=["a"]), ({"role": "tool", "tool_call_id": "a", "content": None},)),)
    )
    assert grown(blank, 300).history() == blank.history()


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
    window = watch({"messages": HISTORY, "dropped": 0}, window=9)
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


def test_watch_plays_several_functions_each_with_what_it_takes() -> None:
    trim, clear = right_function("trim_history"), right_function("micro_compact")
    window = watch(trim, clear, trim, keep_recent=2, max_messages=6, rounds=6)
    assert window is not None
    names = ["trim_history(max_messages=6)", "micro_compact(keep_recent=2)"]
    assert [lane["name"] for lane in window.picture["lanes"]] == ["without a window", *names, f"{names[0]}, lane 3"]
    assert states(window.picture["lanes"][2]["frames"][-1], "placeholder")


def test_a_function_that_needs_a_threshold_gets_that_of_the_window() -> None:
    def compact(messages: list[Message], threshold: int) -> list[Message]:
        return messages if count_messages(messages) <= threshold else messages[:2]

    window = watch(compact, window=2_000, reserve=200, buffer=800, rounds=12)
    assert window is not None
    assert window.picture["lanes"][1]["name"] == "compact(threshold=1000)"
    assert max(each["tokens"] for each in frames(window.picture)) <= 1000
    given = watch(compact, threshold=500, rounds=1)
    assert given is not None
    assert given.picture["lanes"][1]["name"] == "compact(threshold=500)"


def test_knobs_play_again() -> None:
    window = watch(right_function("trim_history"), rounds=12)
    assert window is not None
    assert [(knob["key"], knob["value"]) for knob in window.picture["knobs"]] == [
        ("window", 8192),
        ("reserve", 0),
        ("buffer", 0),
        ("growth", 100),
        ("trim_history.max_messages", 10),
        ("trim_history.head", 2),
    ]
    widget = window.widget
    before = widget.picture
    widget.asked = {"window": 1000, "trim_history.max_messages": 4, "serial": 1}
    assert (widget.answered, widget.said) == (1, "")
    assert widget.picture["lines"] == [["window", 1000]]
    assert [lane["name"] for lane in widget.picture["lanes"]] == ["without a window", "trim_history(max_messages=4)"]
    assert not frames(widget.picture, 0)[-1]["accepted"]
    assert frames(widget.picture)[-1]["count"] == 4
    widget.asked = {"growth": 300, "serial": 2}
    assert frames(widget.picture)[-1]["tokens"] > frames(before)[-1]["tokens"] * 2
    widget.asked = {"window": 0, "serial": 3}
    assert (widget.answered, widget.said) == (3, "window is 0: use a whole number, 1 or more.")
    widget.asked = {"growth": "x", "serial": 4}
    assert widget.said == "growth is 'x': use a whole number, 0 or more."
    widget.asked = {"trim_history.max_messages": 1, "serial": 5}
    assert "raised ValueError: max_messages is 1" in frames(widget.picture)[0]["error"]


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
        (len, {"reserve": -5}, "reserve is -5: use a whole number, 0 or more, or leave it out."),
        ([], {"window": "x"}, "window is 'x': use a whole number, 1 or more, or leave it out."),
    ],
)
def test_watch_answers_bad_use_with_a_sentence(
    thing: Any, arguments: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert watch(thing, **arguments) is None
    assert capsys.readouterr().out.startswith(said)


def test_lanes_are_functions(capsys: pytest.CaptureFixture[str]) -> None:
    assert watch(right_function("trim_history"), HISTORY) is None
    said = "watch got a list beside a function: lanes are functions, as in watch(trim_history, my_own)."
    assert capsys.readouterr().out.strip() == said
