import pytest

from autograder.lab import (
    PROFILES,
    PromptTooLong,
    Provider,
    adapt,
    check_pairing,
    facts_in,
    find_batches,
    play,
    request_error,
    serialize,
    user,
    working_session,
)
from autograder.lab.scripts import FactReader


def test_a_seed_gives_the_same_session_every_time_and_another_seed_another_one() -> None:
    assert working_session(1, 60) == working_session(1, 60)
    assert working_session(1, 60).history() != working_session(2, 60).history()


@pytest.mark.parametrize("seed", range(4))
def test_every_request_of_a_session_is_accepted_by_every_profile(seed: int) -> None:
    session = working_session(seed, 80)
    check_pairing(session.history())
    for history in session.histories():
        for profile in PROFILES:
            assert request_error(adapt(history, profile)["messages"], profile) is None


@pytest.mark.parametrize("seed", range(4))
def test_every_fact_is_said_exactly_once_and_values_stand_inside_a_file(seed: int) -> None:
    session = working_session(seed)
    text = serialize(session.history())
    assert [fact.kind for fact in session.facts[:3]] == ["goal", "goal", "rule"]
    assert len(session.facts) > 30
    for fact in session.facts:
        assert text.count(fact.answer) == 1, fact
        assert fact.sentence in text
    for fact in session.facts[3:]:
        at = text.index(fact.sentence)
        assert "\ntool:" not in text[at - 200 : at + len(fact.sentence) + 200]


def test_a_session_has_parallel_calls_interruptions_and_results_out_of_order() -> None:
    history = working_session().history()
    batches = find_batches(history)
    assert {batch.end - batch.start - 1 for batch in batches} == {1, 2, 3, 4}
    after = [history[batch.end]["role"] for batch in batches[:-1]]
    assert "user" in after
    orders = [
        [each["id"] for each in history[b.start]["tool_calls"]]
        == [m["tool_call_id"] for m in history[b.start + 1 : b.end]]
        for b in batches
    ]
    assert set(orders) == {True, False}
    assert any(message["content"] == "[stopped by the user]" for message in history)


def test_a_session_changes_its_goal_and_moves_to_a_smaller_model() -> None:
    session = working_session(smaller_window=9000)
    goals = [message["content"] for message in session.history() if str(message["content"]).startswith("New goal: ")]
    assert goals == [session.facts[1].sentence]
    moves = [(number, each.model, each.window) for number, each in enumerate(session.rounds) if each.model]
    assert moves == [(150, "gpt-4o-mini", 9000)]


def test_the_unmanaged_session_dies_right_after_the_move() -> None:
    run = play(working_session(), Provider())
    assert run.died_in == 151
    assert isinstance(run.error, PromptTooLong)
    assert run.error.window == 128_000


def test_breaks_are_longer_than_the_cache_lives() -> None:
    run = play(working_session(smaller_window=10**6), Provider())
    cold = [line.round for line in run.lines[20:] if line.tokens.cache_read == 0]
    assert cold == [70, 130, 151, 190, 250]


def test_the_questions_can_be_answered_from_the_whole_history_only() -> None:
    session = working_session(rounds=60)
    provider = Provider(script=FactReader(session.facts))
    for fact in session.facts:
        question = user(fact.question)
        assert provider.complete([*session.history(), question]).message["content"] == fact.answer
    assert len(facts_in(session.history(30), session.facts)) < len(session.facts)


def test_too_few_rounds_are_named() -> None:
    with pytest.raises(ValueError, match="rounds is 19: a working session has room for its events from 20 rounds on"):
        working_session(rounds=19)
    assert len(working_session(rounds=20).facts) >= 4
