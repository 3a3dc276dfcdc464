"""The table of the course's second section, from the right versions."""

import pytest

from autograder.lab import CompressionStuckError, Message, Summarizer, reading_session, user
from autograder.lessons.oracle import right_function

ROUNDS = (1, 5, 10, 15, 20)
UNMANAGED = [130, 870, 2920, 6221, 10773]
MANAGED = [130, 813, 1104, 1104, 1104]

estimate_messages = right_function("estimate_messages")
manage_context = right_function("manage_context")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_of_the_reading_session_is_exact(language: str) -> None:
    histories = list(reading_session(language=language).histories())
    unmanaged = [estimate_messages(each) for each in histories]
    managed = [estimate_messages(manage_context(each, Summarizer())) for each in histories]
    assert [unmanaged[number - 1] for number in ROUNDS] == UNMANAGED
    assert [managed[number - 1] for number in ROUNDS] == MANAGED
    assert (sum(unmanaged), sum(managed)) == (80_515, 18_559)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_is_the_same_when_each_round_begins_with_what_was_sent_last(language: str) -> None:
    sent: list[Message] = []
    said, sizes = 0, []
    for history in reading_session(language=language).histories():
        sent = manage_context([*sent, *history[said:]], Summarizer())
        said = len(history)
        sizes.append(estimate_messages(sent))
    assert [sizes[number - 1] for number in ROUNDS] == MANAGED
    assert sum(sizes) == 18_559


def test_the_summariser_is_never_asked_in_the_reading_session() -> None:
    helper = Summarizer()
    for history in reading_session().histories():
        manage_context(history, helper)
    assert helper.requests == []


def test_a_window_of_8192_refuses_the_reading_session_in_round_18() -> None:
    sizes = [estimate_messages(each) for each in reading_session().histories()]
    assert next(number for number, size in enumerate(sizes, 1) if size > 8192) == 18
    assert sizes[17] == 8802


def test_one_message_larger_than_the_window_is_seen_at_once_and_said() -> None:
    """Nothing can be won, so the way out is a new session, and not another summary."""
    history = [user("word " * 20_000), *reading_session().history(3)[2:]]
    sent = manage_context(history, Summarizer(), threshold=6000, keep_tail=99)
    assert right_function("needs_compaction")(sent, window=8192, max_output=1024)
    with pytest.raises(CompressionStuckError, match="new session"):
        right_function("check_progress")(estimate_messages(history), estimate_messages(sent))
