"""Chapter 4: the right versions in the lab's world, the rules before any answer, and the picture of the cabinet."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.lab import Message, TaskOutputs, assistant, call, long_text, to_blocks, tool, user, working_session
from autograder.lessons.catalog import chapter_lessons, lesson_named
from autograder.lessons.judging import first_broken
from autograder.lessons.oracle import right_function
from autograder.lessons.running import standard_run
from autograder.lessons.trial import Trial
from autograder.tests.odd_answers import odd_outcomes
from autograder.tests.test_ch02_truncate import reads_alike
from autograder.widgets import draw_cabinet

COMPACT, CLEAR = right_function("micro_compact"), right_function("clear_tool_results")
BUDGET, NAME = right_function("tool_result_budget"), right_function("safe_name")
LESSONS = [lesson.name for lesson in chapter_lessons("ch04_placeholders")]
IDS = st.text(max_size=80)


def large_batch() -> list[Message]:
    return [
        user("read both"),
        assistant(calls=[call("a", "read", {"path": "a.md"}), call("b", "read", {"path": "b.md"})]),
        tool(long_text(3_000), "a"),
        tool(long_text(1_000) + "\ud83d\r\n", "b"),
    ]


def test_clearing_twice_clears_nothing_more() -> None:
    history = working_session(rounds=60).history()
    once = COMPACT(history)
    assert once["cleared"] > 20
    assert COMPACT(once["messages"]) == {"messages": once["messages"], "cleared": 0}


def test_both_forms_clear_the_same_results() -> None:
    history = working_session(rounds=60).history()
    flat = COMPACT(history, keep_recent=7, placeholder="[cleared]")
    blocks = CLEAR(to_blocks(history)["messages"], keep_recent=7, tools=None, placeholder="[cleared]")
    assert blocks["cleared"] == flat["cleared"] > 20
    assert blocks["messages"] == to_blocks(flat["messages"])["messages"]


def test_what_is_stored_can_be_read_back_to_the_last_character_and_is_not_stored_again(tmp_path: Path) -> None:
    outputs = TaskOutputs(tmp_path)
    batch = large_batch()
    stored = BUDGET(batch, outputs.save, limit=500, preview=50)
    assert stored["persisted"] == ["a", "b"]
    for before, after in zip(batch[2:], stored["messages"][2:], strict=True):
        path = after["content"].split('"')[1]
        assert outputs.load(path) == before["content"]
        read_back = [*stored["messages"], assistant(calls=[call("c", "read", {"path": path})]), tool("x" * 900, "c")]
        assert BUDGET(read_back, outputs.save, limit=500, preview=50)["persisted"] == []


def test_a_store_that_fails_leaves_the_history_whole() -> None:
    batch = large_batch()

    def store(tool_call_id: str, text: str) -> str:
        if tool_call_id == "b":
            raise OSError("no space left on device")
        return "a.txt"

    with pytest.raises(OSError, match="no space left"):
        BUDGET(batch, store, limit=500, preview=50)
    assert batch == large_batch()


@given(IDS, IDS, IDS, IDS)
def test_names_are_safe_and_differ_where_their_results_do(id: str, text: str, other_id: str, other_text: str) -> None:
    one, other = NAME(id, text), NAME(other_id, other_text)
    assert 0 < len(one) <= 64
    assert one.isascii()
    assert not set(one) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
    assert not one.startswith(".")
    assert (one.lower() == other.lower()) == ((id, text) == (other_id, other_text))


def test_a_name_is_the_same_in_every_process() -> None:
    program = (
        "from autograder.lessons.oracle import right_function; print(right_function('safe_name')('call/1', 'a text'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == NAME("call/1", "a text")


@pytest.mark.parametrize("name", LESSONS)
def test_the_rules_can_judge_any_answer_and_take_none_for_right_that_is_not(name: str) -> None:
    lesson = lesson_named(name)
    for case, right in standard_run(name)[::4]:
        if right.status != "ok" or case.seconds != 2.0:
            continue
        for outcome in odd_outcomes(right, case.to_json()):
            trial = Trial(name, case, outcome, right)
            shown = trial.unreadable() or first_broken(lesson, trial)
            assert shown or name == "safe_name" or reads_alike(trial), (outcome.values, outcome.asked)


def drawn(*, order: str, tmp_path: Path) -> Any:
    outputs = TaskOutputs(tmp_path / order)
    steps: dict[str, Any] = {
        "store": lambda messages: BUDGET(messages, outputs.save, limit=500, preview=50),
        "clear": partial(COMPACT, keep_recent=0),
    }
    history = [*large_batch(), assistant("I have read both.")]
    return draw_cabinet(history, outputs, **{name: steps[name] for name in order.split()})


def test_the_cabinet_shows_that_storing_first_loses_nothing_and_clearing_first_everything(tmp_path: Path) -> None:
    kept, lost = drawn(order="store clear", tmp_path=tmp_path), drawn(order="clear store", tmp_path=tmp_path)
    assert [[each.kind(i) for i in range(3)] for each in kept.drawers] == [["whole", "handle", "handle"]] * 2
    assert [[each.kind(i) for i in range(3)] for each in lost.drawers] == [["whole", "cleared", "cleared"]] * 2
    assert all(each.source.endswith(".txt") for each in kept.drawers)
    assert [each.source for each in lost.drawers] == ["", ""]
    assert kept.sentence.endswith("nothing is lost")
    assert lost.sentence.endswith("2 of 2 can be had from nowhere")


def test_a_handle_that_does_not_lead_to_the_text_counts_for_nothing(tmp_path: Path) -> None:
    outputs = TaskOutputs(tmp_path)
    wrong = outputs.save("a", "another text")
    for path in (wrong, "nowhere.txt", str(tmp_path.parent / "outside.txt")):
        forge = lambda messages, path=path: [  # noqa: E731
            {**each, "content": f'<persisted-output path="{path}" chars="3000">\n\n</persisted-output>'}
            if each["role"] == "tool"
            else each
            for each in messages
        ]
        picture = draw_cabinet(large_batch(), outputs, forge=forge)
        assert picture is not None
        assert [each.source for each in picture.drawers] == ["", ""]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (lambda messages: None, "clear: this function returned no list of messages, and no dict with one."),
        (
            lambda messages: messages[1:],
            "clear: this function returned 3 messages where 4 came in; the cabinet follows each of them.",
        ),
        (lambda messages: 1 / 0, "clear: this function raised ZeroDivisionError: division by zero."),
        (lambda messages: [1, 2, 3, 4], "clear: this function returned no list of messages, and no dict with one."),
    ],
)
def test_a_step_that_does_not_get_through_is_told_so(step: Any, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert draw_cabinet(large_batch(), clear=step) is None
    assert capsys.readouterr().out.strip() == said


def test_the_picture_escapes_what_it_is_given() -> None:
    history = [assistant(calls=[call("a", "<b>tool</b>")]), tool("<script>", "a")]
    picture = draw_cabinet(history, clear=lambda messages: [messages[0], {**messages[1], "content": 7}])
    assert picture is not None
    assert "<b>" not in picture._repr_html_()
