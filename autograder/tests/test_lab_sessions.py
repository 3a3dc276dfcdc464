import json

import pytest

from autograder.lab import broken_history, check_pairing, find_batches, long_history


@pytest.mark.parametrize("count", [*range(25), 997, 20_000])
def test_long_history_has_exactly_the_wanted_messages_all_different(count: int) -> None:
    messages = long_history(count)
    assert len(messages) == count
    assert len({json.dumps(message, sort_keys=True) for message in messages}) == count


def test_long_history_is_well_formed_and_never_ends_in_a_running_batch() -> None:
    for count in range(40):
        check_pairing(long_history(count))


def test_long_history_has_batches_of_one_to_four_calls() -> None:
    assert {batch.end - batch.start - 1 for batch in find_batches(long_history(60))} == {1, 2, 3, 4}


def test_long_history_is_new_and_the_same_every_time() -> None:
    first, second = long_history(30), long_history(30)
    assert first == second
    assert first is not second
    assert all(a is not b for a, b in zip(first, second, strict=True))


def test_long_history_refuses_a_negative_count_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="count is -1: a history has 0 messages or more"):
        long_history(-1)


def test_a_broken_history_has_a_doubled_result_in_every_batch_and_no_other_flaw_but_the_order() -> None:
    messages = broken_history(turns=3, calls=2)
    batches = find_batches(messages)
    assert [(len(batch.foreign), batch.missing) for batch in batches] == [(1, ())] * 3
    for batch in batches:
        ids = [each["tool_call_id"] for each in messages[batch.start + 1 : batch.end]]
        assert ids[1:] == [call["id"] for call in reversed(messages[batch.start]["tool_calls"])]
    assert len({json.dumps(message, sort_keys=True) for message in messages}) == len(messages) == 15
    assert broken_history(0, 2) == []
