from typing import Any

import pytest

from autograder.lab import (
    Message,
    assistant,
    call,
    errors,
    long_history,
    reading_session,
    system,
    to_blocks,
    tool,
    user,
)
from autograder.lab.adapters import adapt, merge_neighbours
from autograder.lab.rules import PROFILES, RULES, request_error

HALF = "half a \ud83d"


def _use(id: str, input: Any = None, name: str = "ls") -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": {} if input is None else input}


def _result(id: str, content: Any = "x") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": content}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


ASK = user("?")
GOOD = [ASK, assistant(calls=[call("a")]), tool("1", "a")]
GOOD_BLOCKS = [ASK, assistant([_use("a")]), user([_result("a")])]
EMPTY_ARGUMENTS = [ASK, assistant(calls=[call("a", "ls", "")]), tool("1", "a")]

# Rule, profile, a request that keeps the rule, one that breaks only it, the index and the ids that the error names.
TWINS: list[tuple[str, str, list[Any], list[Any], int, tuple[str, ...]]] = [
    ("has_a_message", "openai-chat", [ASK], [], 0, ()),
    ("has_a_message", "anthropic", [ASK], [], 0, ()),
    ("has_a_message", "strict", [ASK], [], 0, ()),
    ("is_well_shaped", "openai-chat", GOOD, [ASK, {"role": "function", "content": "x"}], 1, ()),
    ("is_well_shaped", "anthropic", GOOD_BLOCKS, GOOD, 1, ()),
    ("is_well_shaped", "strict", GOOD, [ASK, {"content": "no role"}], 1, ()),
    ("keeps_system_in_its_place", "anthropic", [ASK], [ASK, system("late")], 1, ()),
    (
        "keeps_system_in_its_place",
        "strict",
        [system("Be brief."), ASK],
        [ASK, assistant("a"), system("late"), ASK],
        2,
        (),
    ),
    ("is_whole_unicode", "openai-chat", [user("whole 👍")], [ASK, user(HALF)], 1, ()),
    ("is_whole_unicode", "anthropic", [user([_text("whole 👍")])], [ASK, user([_text(HALF)])], 1, ()),
    ("is_whole_unicode", "strict", [user("whole 👍")], [user(HALF)], 0, ()),
    ("leaves_no_orphan", "openai-chat", GOOD, [ASK, tool("1", "a")], 1, ("a",)),
    ("leaves_no_orphan", "anthropic", GOOD_BLOCKS, [ASK, user([_result("a")])], 1, ("a",)),
    ("leaves_no_orphan", "strict", GOOD, [*GOOD, tool("2", "b")], 3, ("b",)),
    ("answers_every_call", "openai-chat", GOOD, [ASK, assistant(calls=["a", "b"]), tool("2", "b"), ASK], 1, ("a",)),
    (
        "answers_every_call",
        "anthropic",
        GOOD_BLOCKS,
        [ASK, assistant([_use("a"), _use("b")]), user([_result("b")])],
        1,
        ("a",),
    ),
    ("answers_every_call", "strict", GOOD, [ASK, assistant(calls=["a"])], 1, ("a",)),
    (
        "has_unique_call_ids",
        "anthropic",
        [*GOOD_BLOCKS, assistant([_use("b")]), user([_result("b")])],
        [*GOOD_BLOCKS, assistant([_use("a")]), user([_result("a")])],
        3,
        ("a",),
    ),
    (
        "puts_results_first",
        "anthropic",
        [ASK, assistant([_use("a")]), user([_result("a"), _text("and?")])],
        [ASK, assistant([_use("a")]), user([_text("and?"), _result("a")])],
        2,
        (),
    ),
    (
        "has_object_arguments",
        "openai-chat",
        EMPTY_ARGUMENTS,
        [ASK, assistant(calls=[call("a", "ls", "[1]")]), tool("1", "a")],
        1,
        ("a",),
    ),
    (
        "has_object_arguments",
        "anthropic",
        GOOD_BLOCKS,
        [ASK, assistant([_use("a", "text")]), user([_result("a")])],
        1,
        ("a",),
    ),
    ("has_object_arguments", "strict", GOOD, EMPTY_ARGUMENTS, 1, ("a",)),
    ("says_something", "openai-chat", GOOD, [ASK, assistant(None), ASK], 1, ()),
    ("says_something", "anthropic", [user([_text("x")])], [user([_text("x"), _text("")])], 0, ()),
    ("says_something", "strict", GOOD, [user([])], 0, ()),
    (
        "keeps_tool_names_short",
        "anthropic",
        [ASK, assistant([_use("a", name="n" * 200)]), user([_result("a")])],
        [ASK, assistant([_use("a", name="n" * 201)]), user([_result("a")])],
        1,
        ("a",),
    ),
    ("begins_with_the_user", "strict", [system("s"), ASK], [system("s"), assistant("a"), ASK], 1, ()),
    (
        "alternates_roles",
        "strict",
        [*GOOD, assistant("done"), ASK],
        [*GOOD, assistant("one"), assistant("two"), ASK],
        4,
        (),
    ),
    ("ends_with_user_or_result", "strict", GOOD, [ASK, assistant("done")], 1, ()),
]


def test_the_table_of_twins_has_every_rule_and_profile_once() -> None:
    assert [(rule.name, profile) for rule in RULES for profile in PROFILES if profile in rule.checks] == [
        (name, profile) for name, profile, *_ in TWINS
    ]


@pytest.mark.parametrize(("name", "profile", "accepted", "refused", "index", "ids"), TWINS)
def test_a_provider_takes_one_twin_and_refuses_the_other_by_index_and_id(
    name: str, profile: str, accepted: list[Message], refused: list[Message], index: int, ids: tuple[str, ...]
) -> None:
    assert request_error(accepted, profile) is None
    error = request_error(refused, profile)
    assert error is not None
    assert type(error) is next(rule.error for rule in RULES if rule.name == name)
    assert (error.index, error.ids) == (index, ids)
    assert str(error).startswith("400 ")
    assert name == "has_a_message" or f"message {index}" in str(error) or f"and {index} are" in str(error)
    assert all(id in str(error) for id in ids)


def test_every_rule_has_an_error_and_a_source_of_its_own() -> None:
    assert len({rule.error for rule in RULES}) == len(RULES) == len({rule.name for rule in RULES})
    assert all(rule.source and rule.error.__doc__ for rule in RULES)


@pytest.mark.parametrize(
    "broken",
    [
        "text",
        None,
        {"role": "user", "content": 5},
        {"role": "user", "content": ["text"]},
        {"role": "user", "content": [{"text": "no type"}]},
        {"role": "user", "content": [{"type": "text"}]},
        {"role": "tool", "content": "no id"},
        {"role": "user", "content": "x", "tool_calls": [call("a")]},
        {"role": "assistant", "tool_calls": "a"},
        {"role": "assistant", "tool_calls": ["a"]},
        {"role": "assistant", "tool_calls": [{"id": "a"}]},
        {"role": "assistant", "tool_calls": [call("")]},
        {"role": "assistant", "tool_calls": [call("a", "")]},
        {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "ls", "arguments": {}}}]},
    ],
)
@pytest.mark.parametrize("profile", ["openai-chat", "strict"])
def test_a_broken_message_is_named_and_never_a_traceback(broken: Any, profile: str) -> None:
    error = request_error([ASK, broken, ASK], profile)
    assert isinstance(error, errors.MalformedMessage)
    assert error.index == 1
    assert "message 1 " in str(error)


@pytest.mark.parametrize(
    "broken",
    [
        "text",
        tool("1", "a"),
        {"role": "user", "content": 5},
        user([_use("a")]),
        assistant([_result("a")]),
        assistant([{"type": "tool_use", "id": "a"}]),
        user([{"type": "tool_result"}]),
        user([_result("a", 5)]),
    ],
)
def test_a_broken_block_is_named_and_never_a_traceback(broken: Any) -> None:
    error = request_error([ASK, broken], "anthropic")
    assert isinstance(error, errors.MalformedMessage)
    assert error.index == 1


def test_results_of_one_batch_in_two_user_messages_are_refused_in_block_form() -> None:
    """sudoprivacy/sudocode PR 546: the provider looks at the next message only."""
    history = [ASK, assistant([_use("a"), _use("b")]), user([_result("a")]), user([_result("b")])]
    error = request_error(history, "anthropic")
    assert isinstance(error, errors.UnansweredCall)
    assert (error.index, error.ids) == (1, ("b",))


def test_a_text_between_two_results_is_refused_too() -> None:
    history = [ASK, assistant([_use("a"), _use("b")]), user([_result("a"), _text("and"), _result("b")])]
    assert isinstance(request_error(history, "anthropic"), errors.ResultsNotFirst)


def test_the_bug_of_looking_one_message_back_is_refused_in_flat_form_only() -> None:
    """A cut between two parallel results: flat form has an orphan, block form has nothing to cut there."""
    history = [ASK, assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b"), assistant("done"), ASK]
    assert isinstance(request_error(history[3:]), errors.OrphanResult)
    assert request_error(to_blocks(history)["messages"], "anthropic") is None


@pytest.mark.parametrize("profile", PROFILES)
def test_the_sessions_of_the_lab_are_accepted_by_every_profile(profile: str) -> None:
    for history in (long_history(403), reading_session(form="live").history()):
        if history[-1]["role"] == "assistant":
            history.append(ASK)
        assert request_error(adapt(history, profile)["messages"], profile) is None


def test_the_measuring_form_is_fine_for_openai_and_refused_by_strict() -> None:
    history = reading_session(rounds=2).history()
    assert request_error(history) is None
    assert isinstance(request_error(history, "strict"), errors.BadArguments)


def test_merging_makes_roles_alternate_and_loses_no_text() -> None:
    history = [
        system("a"),
        system("b"),
        user("c"),
        user([_text("d")]),
        assistant("e"),
        assistant("f", calls=["x"]),
        tool("g", "x"),
        user("h"),
    ]
    merged = merge_neighbours(history)
    assert [message["role"] for message in merged] == ["system", "user", "assistant", "tool", "user"]
    assert merged[0]["content"] == "a\n\nb"
    assert merged[1]["content"] == [_text("c"), _text("d")]
    assert merged[2] == assistant("e\n\nf", calls=["x"])
    assert request_error(merged, "strict") is None
    assert merge_neighbours(merged) == merged


def test_merging_leaves_calls_that_wait_and_batches_alone() -> None:
    waiting = [ASK, assistant(calls=["a"]), assistant("next"), ASK]
    assert merge_neighbours(waiting) == waiting
    assert merge_neighbours([assistant(None), assistant(calls=["a"])]) == [assistant(calls=["a"])]
