import math

import pytest

from autograder.lab import (
    CompressionStuckError,
    LabError,
    Message,
    PromptTooLong,
    Provider,
    Round,
    Run,
    Session,
    assistant,
    facts_in,
    long_history,
    play,
    reading_session,
    serialize,
    system,
    text_of,
    user,
)
from autograder.lab.prose import prose

LAYERS = prose("a system prompt of several layers", 6000)  # more than the 1,024 tokens a cache needs


def _managed(messages: list[Message]) -> list[Message]:
    """Cut results to 800 characters, then keep the first two messages and the last ten."""
    cut = [each if each["role"] != "tool" else {**each, "content": _cut(text_of(each))} for each in messages]
    return cut if len(cut) <= 12 else cut[:2] + cut[-10:]


def _cut(text: str) -> str:
    return text if len(text) <= 800 else text[:799] + "…"


def _run(policy: bool, clock: bool = False) -> Run:
    session = reading_session(form="live", system_prompt=LAYERS)
    return play(session, Provider(), _managed if policy else None, clock=clock)


def test_the_unmanaged_run_dies_where_the_window_ends_and_says_so_last() -> None:
    run = play(reading_session(form="live"), Provider(window=8192))
    assert run.died_in == 18
    assert isinstance(run.error, PromptTooLong)
    assert [line.round for line in run.lines] == list(range(18))
    assert str(run).splitlines()[-1] == "round 18: 400 prompt is too long (8246 tokens > max 8192 tokens)"


def test_a_policy_brings_the_same_session_to_its_end() -> None:
    session = reading_session(form="live")
    run = play(session, Provider(window=8192), _managed)
    assert run.error is None
    assert run.died_in is None
    assert len(run.lines) == 21
    assert run.history == [*session.history(), session.closing]
    assert len(run.sent) == 12
    assert facts_in(run.sent, session.facts) == []


def test_the_managed_requests_give_the_managed_row_of_the_table() -> None:
    provider = Provider()
    play(reading_session(), provider, _managed)
    estimates = [math.ceil(len(serialize(each.messages)) / 4) for each in provider.requests[1:]]
    assert {number: estimates[number - 1] for number in (1, 5, 10, 15, 20)} == {
        1: 130,
        5: 813,
        10: 1104,
        15: 1104,
        20: 1104,
    }
    assert sum(estimates) == 18_559


def test_the_bill_of_twenty_rounds_unmanaged_managed_and_with_a_clock() -> None:
    """Chapters 0 and 6 take their bills from here; a cache makes the order of the first two depend on the prefix."""
    unmanaged, managed, clock = _run(policy=False), _run(policy=True), _run(policy=True, clock=True)
    assert managed.tokens.prompt < unmanaged.tokens.prompt / 2
    assert clock.tokens.prompt - managed.tokens.prompt < 21 * 25
    assert clock.tokens.hit_rate == 0 < managed.tokens.hit_rate < unmanaged.tokens.hit_rate
    assert clock.cost > 2 * managed.cost
    assert round(unmanaged.cost, 5) == pytest.approx(sum(line.cost for line in unmanaged.lines), abs=1e-5)


def test_the_clock_stands_at_the_front_of_the_system_prompt_and_moves_on() -> None:
    provider = Provider()
    play(reading_session(rounds=2, form="live", system_prompt="Be brief."), provider, clock=True)
    fronts = [each.messages[0]["content"] for each in provider.requests]
    assert fronts[0] == "Current time: 2026-11-02 09:00:00\n\nBe brief."
    assert len(set(fronts)) == 3
    no_system = Session("talk", (user("hi"),), (), assistant("hello"), ())
    play(no_system, provider, clock=True)
    assert provider.requests[-1].messages[0]["role"] == "system"


def test_without_a_cache_the_clock_costs_only_its_own_tokens() -> None:
    session = reading_session(form="live", system_prompt=LAYERS)
    plain, clock = (play(session, Provider(caching=False), _managed, clock=on) for on in (False, True))
    assert clock.cost == pytest.approx(plain.cost, rel=0.02)


def test_every_profile_plays_the_live_form() -> None:
    for profile in ("openai-chat", "anthropic", "strict"):
        run = play(reading_session(rounds=4, form="live"), Provider(profile))
        assert run.error is None
        assert len(run.lines) == 5


def test_the_next_request_begins_with_what_was_sent_last() -> None:
    """A summary the policy made stays until it makes another."""
    seen: list[int] = []

    def policy(messages: list[Message]) -> list[Message]:
        seen.append(len(messages))
        return [messages[0], user("short"), *messages[-1:]] if messages[-1]["role"] == "user" else messages[:2]

    play(reading_session(rounds=3, form="live"), Provider(), policy)
    assert seen == [2, 5, 4, 4]


def test_a_policy_that_breaks_a_batch_is_refused_by_name() -> None:
    run = play(reading_session(form="live"), Provider(), lambda messages: messages[-3:])
    assert run.died_in == 2
    assert "is a result for call 'call_1'" in str(run.error)


def test_an_error_of_the_lab_from_the_policy_ends_the_run_and_another_one_goes_out() -> None:
    def stuck(_: list[Message]) -> list[Message]:
        raise CompressionStuckError("open a new session")

    assert isinstance(play(reading_session(), Provider(), stuck).error, CompressionStuckError)
    with pytest.raises(ZeroDivisionError):
        play(reading_session(), Provider(), lambda _: [user(str(1 // 0))])


def test_a_policy_cannot_change_the_session() -> None:
    session = reading_session(rounds=3)

    def spoil(messages: list[Message]) -> list[Message]:
        for message in messages:
            message["content"] = "spoiled"
        return messages

    play(session, Provider(), spoil)
    assert session == reading_session(rounds=3)


def test_a_session_moves_to_the_model_and_window_its_round_names() -> None:
    rounds = (Round(assistant("one"), (user("two"),), model="gpt-4o-mini", window=10),)
    session = Session("move", (user("hello"),), rounds, assistant("end"), ())
    provider = Provider()
    run = play(session, provider)
    assert run.died_in == 1
    assert isinstance(run.error, PromptTooLong)
    assert provider.model.name == "gpt-4o-mini"


def test_a_pause_longer_than_the_cache_lives_is_paid_for() -> None:
    def cost(seconds: int) -> float:
        rounds = (Round(assistant("one"), (user("two"),), seconds=seconds),)
        return play(Session("pause", (system(LAYERS), user("hi")), rounds, assistant("end"), ()), Provider()).cost

    assert cost(1801) > 1.5 * cost(1800)


def test_a_reply_without_room_ends_the_run() -> None:
    session = Session("talk", (user("hi"),), (), assistant("word " * 50), ())
    run = play(session, Provider(window=20))
    assert type(run.error) is LabError
    assert str(run.error) == "the reply of round 0 had no room in the window and was cut"


def test_the_bill_prints_a_line_a_request_and_their_sum() -> None:
    run = play(reading_session(rounds=2, form="live"), Provider())
    lines = str(run).splitlines()
    assert lines[0].split() == ["round", "messages", "prompt", "cached", "written", "reply", "dollars"]
    assert [line.split()[0] for line in lines[1:]] == ["0", "1", "2", "all"]
    assert lines[-1].split()[2] == str(run.tokens.prompt)
    assert repr(run) == f"<Run to its end: 3 requests, {run.tokens.prompt} prompt tokens, {run.cost:.5f} dollars>"
    assert repr(play(reading_session(), Provider(window=100))).startswith("<Run died in round 1: 1 requests,")


def test_a_long_history_is_played_as_a_session() -> None:
    history = long_history(400)
    session = Session("long", tuple(history[:2]), (), assistant("x"), ())
    assert play(session, Provider()).error is None
