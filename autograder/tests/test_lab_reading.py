import math
import re

import pytest

from autograder.lab import Session, check_pairing, facts_in, reading_session, serialize, text_of
from autograder.lab.prose import prose

TABLE = {1: 130, 5: 870, 10: 2920, 15: 6221, 18: 8802, 20: 10773}


def _estimate(text: str) -> int:
    """The course's formula, said once more: 1.5 an ideograph, 0.25 anything else, rounded up at the end."""
    quarters = sum(6 if 0x3400 <= ord(sign) <= 0x4DBF or 0x4E00 <= ord(sign) <= 0x9FFF else 1 for sign in text)
    return math.ceil(quarters / 4)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_reading_session_gives_the_unmanaged_row_of_the_table_in_both_languages(language: str) -> None:
    estimates = [_estimate(serialize(history)) for history in reading_session(language=language).histories()]
    assert {number: estimates[number - 1] for number in TABLE} == TABLE
    assert sum(estimates) == 80_515


def test_reading_session_has_two_messages_more_after_every_round() -> None:
    assert [len(history) for history in reading_session().histories()] == [2 + 2 * i for i in range(1, 21)]


@pytest.mark.parametrize("form", ["measuring", "live"])
def test_reading_session_reads_files_of_the_stated_length_without_ideographs(form: str) -> None:
    for number, message in enumerate(reading_session(form=form).history()[3::2], start=1):
        text = text_of(message)
        heading = f"# file_{number}.md\n\n"
        assert text.startswith(heading)
        assert len(text) == len(heading) + 200 * number
        assert text.isascii()


def test_reading_session_plants_one_fact_in_the_middle_of_each_file() -> None:
    session = reading_session()
    for message, fact in zip(session.history()[3::2], session.facts, strict=True):
        text = text_of(message)
        assert text.count(fact.answer) == 1
        assert abs(text.index(fact.sentence) + len(fact.sentence) / 2 - len(text) / 2) < 10
        assert serialize(session.history()).count(fact.answer) == 1


def test_a_cut_of_the_files_left_by_the_managed_run_loses_every_fact() -> None:
    """Of files 16 to 20 the first 800 characters hold no fact: small is not the same as useful."""
    session = reading_session()
    left = [{**message, "content": text_of(message)[:800]} for message in session.history()[-10:]]
    assert facts_in(left, session.facts) == []
    assert len(facts_in(session.history(), session.facts)) == 20


def test_reading_session_is_valid_in_both_forms_and_live_arguments_are_real() -> None:
    for form, arguments in (("measuring", ""), ("live", '{"path": "/tmp/project/file_1.md"}')):
        history = reading_session(form=form).history()
        check_pairing(history)
        assert history[2]["tool_calls"][0]["function"]["arguments"] == arguments


def test_a_session_hands_out_histories_that_nobody_shares() -> None:
    session = reading_session(rounds=2)
    spoiled = session.history()
    spoiled[2]["tool_calls"][0]["id"] = "spoiled"
    spoiled.clear()
    assert session.history()[2]["tool_calls"][0]["id"] == "call_1"
    assert session == reading_session(rounds=2)


def test_reading_session_takes_another_system_prompt() -> None:
    assert reading_session(system_prompt="Be brief.").history(0)[0] == {"role": "system", "content": "Be brief."}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"rounds": -1}, "rounds is -1: a session has 0 rounds or more"),
        ({"language": "fr"}, "language is 'fr': the prompts exist in en and zh"),
        ({"form": "dead"}, "form is 'dead': the session has the forms measuring and live"),
    ],
)
def test_reading_session_names_a_bad_argument(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        reading_session(**arguments)  # type: ignore[arg-type]


def test_a_session_prints_as_one_short_line() -> None:
    session: Session = reading_session()
    assert repr(session) == "<Session 'reading': 20 rounds, 42 messages, 20 facts>"


def test_prose_has_exactly_the_wanted_length_and_is_whole_sentences() -> None:
    for length in range(600):
        assert len(prose("any", length)) == length
    assert re.fullmatch(r"([A-Z][^\n]*\.[ \n]?)+", prose("any", 4000))
    assert prose("any", 500) == prose("any", 500) != prose("other", 500)
