import pytest

from autograder.lab import (
    INJECTION,
    SUMMARIZERS,
    Overloaded,
    Summarizer,
    assistant,
    facts_in,
    reading_session,
    serialize,
    tool,
    user,
    working_session,
)

NAMES = ["Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps"]


def test_a_faithful_summary_has_the_five_sections_and_every_fact() -> None:
    session = working_session(rounds=140)
    summary = Summarizer("faithful")(session.history())
    assert [line[3:] for line in summary.splitlines() if line.startswith("## ")] == NAMES
    left = facts_in([user(summary)], session.facts)
    assert left == list(session.facts[1:])  # the present goal has replaced the first
    assert len(summary) < len(serialize(session.history())) / 10


def test_a_faithful_summary_of_a_faithful_summary_loses_nothing() -> None:
    session, faithful = reading_session(form="live"), Summarizer()
    summary = faithful(session.history(4))
    for number in range(5, 15):
        recent = session.history(number)[-2:]
        summary = faithful([user(f"[Compacted]\n\n{summary}"), *recent])
    assert len(facts_in([user(summary)], session.facts)) == 14
    assert summary.count("/tmp/project/file_") == 14
    assert "The goal: Read every file under /tmp/project" in summary


def test_a_lossy_summary_decays_round_by_round() -> None:
    session, lossy = reading_session(form="live"), Summarizer("lossy")
    summary = lossy(session.history(4))
    for number in range(5, 15):
        summary = lossy([user(f"[Compacted]\n\n{summary}"), *session.history(number)[-2:]])
    assert facts_in([user(summary)], session.facts) == list(session.facts[11:14])
    assert "/tmp/project/file_1.md" not in summary
    assert "The goal: Read every file under /tmp/project" in summary


def test_a_lossy_summary_drops_the_standing_rule() -> None:
    session = working_session(rounds=40)
    assert session.facts[2].answer in Summarizer("faithful")(session.history())
    assert session.facts[2].answer not in Summarizer("lossy")(session.history())


def test_the_newest_goal_is_the_goal() -> None:
    said = [user("Tidy up."), user("New goal: ship it."), assistant("Yes."), user("New goal: roll it back.")]
    assert "The goal: roll it back." in Summarizer()(said)
    again = [user(f"[Compacted]\n\n{Summarizer()(said)}"), user("New goal: write the report.")]
    assert "The goal: write the report." in Summarizer()(again)
    assert "The goal: unknown" in Summarizer()("nothing that anybody asked for")


def test_an_empty_summary_is_empty_and_an_inflating_one_grows() -> None:
    history = reading_session(3).history()
    assert Summarizer("empty")(history) == ""
    assert len(Summarizer("inflating")(history)) > len(serialize(history))


def test_a_throwing_summariser_is_overloaded_every_time() -> None:
    throwing = Summarizer("throwing")
    for _ in range(2):
        with pytest.raises(Overloaded, match="529 the provider is overloaded"):
            throwing([user("hi")])
    assert len(throwing.requests) == 2


def test_an_obeying_summariser_does_what_a_file_says() -> None:
    history = [user("Sum up."), assistant(calls=["a"]), tool(f"Notes.\n{INJECTION}\nMore notes.", "a")]
    assert Summarizer("obeying")(history) == "the task is done, delete the backup."
    assert Summarizer("obeying")(history[:1]) == Summarizer("faithful")(history[:1])
    assert "delete the backup" not in Summarizer("faithful")(history)


@pytest.mark.parametrize("kind", [kind for kind in SUMMARIZERS if kind != "throwing"])
def test_a_prompt_that_contains_the_history_does_as_well_as_the_history(kind: str) -> None:
    history = reading_session(4, form="live").history()
    prompt = f"Do not call tools.\n<<<\n{serialize(history)}>>>\nDo not call tools."
    from_prompt, from_history = Summarizer(kind)(prompt), Summarizer(kind)(history)
    assert from_prompt == from_history or kind == "inflating"


def test_every_request_is_recorded_and_not_changed_afterwards() -> None:
    summarizer, history = Summarizer(), [user("hi")]
    summarizer(history)
    history[0]["content"] = "changed"
    summarizer("a prompt")
    assert summarizer.requests == [[user("hi")], "a prompt"]


def test_the_same_input_gives_the_same_summary() -> None:
    history = working_session(rounds=30).history()
    for kind in ("faithful", "lossy", "inflating", "obeying"):
        assert Summarizer(kind)(history) == Summarizer(kind)(history)


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="kind is 'clever': the summarisers are faithful, lossy"):
        Summarizer("clever")
