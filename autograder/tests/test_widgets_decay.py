"""The decay: what each request still says, when a fact was lost and why, and functions that come to nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from autograder.lab import Message, Round, Session, assistant, call, reading_session, user, working_session
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, opened
from autograder.widgets import watch_decay
from autograder.widgets.decay import MOST_FACTS, Decay
from autograder.widgets.facts import facts_of, state_of

EVIL = "<script>alert('x')</script>"
SUMMARY_LOST = "the new summary leaves out what the last one said"


def decay(*functions: Any, **more: Any) -> Decay:
    made = watch_decay(*functions, **more)
    assert made is not None
    return made


def chapter() -> Decay:
    """As the notebook of chapter 5 has it."""
    compact, state = right_function("compact_history"), right_function("with_task_state")
    return decay(compact, with_state=state, threshold=0, keep_tail=2)


def frames(view: Decay, lane: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = view.picture["lanes"][lane]["frames"]
    return found


def everything(messages: list[Message]) -> list[Message]:
    return messages


def test_a_lossy_summary_forgets_the_oldest_first_and_task_state_keeps_the_files() -> None:
    view = chapter()
    assert [each["kind"] for each in view.picture["facts"]] == ["file"] * 10 + ["value"] * 10
    assert frames(view)[5]["places"][:5] == "-CCCA"
    assert frames(view)[10]["places"] == "------CCCA------CCCT"
    assert frames(view, 1)[10]["places"] == "KKKKKKCCCA------CCCT"
    assert [len(each["lost"]) for each in frames(view)] == [0] * 5 + [2] * 6
    assert frames(view)[5]["lost"] == [[0, SUMMARY_LOST], [10, SUMMARY_LOST]]
    assert frames(view, 1)[5]["lost"] == [[10, SUMMARY_LOST]]


def test_a_faithful_summary_loses_nothing_and_grows() -> None:
    view = decay(right_function("compact_history"), threshold=0, keep_tail=2, helper="faithful")
    assert not any(each["lost"] for each in frames(view))
    assert [len(each["summary"]) for each in frames(view)[2:]] == sorted(
        len(each["summary"]) for each in frames(view)[2:]
    )
    assert frames(view)[2]["summary"].startswith("[Compacted]\n\n## Goal")
    assert decay(everything).picture["lanes"][0]["frames"][10]["places"] == "A" * 10 + "T" * 10


def kept_as(content: str) -> Any:
    """Return a function that gives every result but the newest another content."""

    def policy(messages: list[Message]) -> list[Message]:
        return [
            {**each, "content": content} if each["role"] == "tool" and each is not messages[-1] else each
            for each in messages
        ]

    return policy


def compacts(messages: list[Message]) -> list[Message]:
    return [*messages[:2], user("[Compacted]\n\nDone.")] if len(messages) > 3 else messages


@pytest.mark.parametrize(
    ("policy", "why"),
    [
        (lambda messages: messages[-2:], "the result of call_1 was dropped"),
        (kept_as("[cleared]"), "a placeholder stands for the result of call_1"),
        (kept_as("# file…"), "the result of call_1 was cut, and it stood in what is gone"),
        (kept_as('<persisted-output path="x">'), "the result of call_1 was moved to disk"),
        (kept_as("x" * 9999), "the result of call_1 was written anew without it"),
        (compacts, "the result of call_1 was summarised, and the summary leaves it out"),
    ],
)
def test_each_way_to_lose_a_fact_has_its_reason(policy: Any, why: str) -> None:
    lost = [each for frame in frames(decay(policy, rounds=3)) for each in frame["lost"] if each[0] == 3]
    assert lost[0][1].startswith(why)


def test_a_task_state_that_forgets_says_so() -> None:
    def forgets(messages: list[Message], state: dict[str, Any]) -> list[Message]:
        return [*messages, user(f"[Task state]\n{state['todos'][-1:]}")]

    view = decay(lambda messages: messages[:1], with_state=forgets, rounds=2)
    assert [each["places"] for each in frames(view, 1)] == ["----", "K---", "-K--"]
    assert frames(view, 1)[2]["lost"] == [
        [0, "the task state does not say it any more"],
        [3, "the result of call_2 was dropped"],
    ]


def test_a_state_is_for_one_request_and_is_never_carried_on() -> None:
    given: list[int] = []

    def counts(messages: list[Message]) -> list[Message]:
        given.append(sum("[Task state]" in str(each.get("content")) for each in messages))
        return messages

    decay(counts, with_state=right_function("with_task_state"), rounds=4)
    assert set(given) == {0}


def test_what_can_be_lost_are_files_and_the_sessions_own_facts() -> None:
    facts = facts_of(working_session(rounds=20), 20)
    assert [each.kind for each in facts] == sorted(each.kind for each in facts)
    assert {each.kind for each in facts} == {"file", "goal", "rule", "value"}
    odd = Session(
        "odd",
        (user("go"),),
        (Round(assistant(calls=[call("a", "f", "[1]"), call("b", "g", "{")]), ()),),
        assistant("."),
        (),
    )
    assert facts_of(odd, 1) == []
    assert state_of(odd, 1) == {"goal": "go", "todos": [{"text": "f", "done": True}, {"text": "g", "done": True}]}
    assert "0 facts" in repr(decay(everything, session=odd))


def raises_late(messages: list[Message]) -> list[Message]:
    if len(messages) > 6:
        raise KeyError(EVIL)
    return messages


def never(messages: list[Message]) -> list[Message]:
    while True:
        pass


@pytest.mark.parametrize(
    ("policy", "round", "said"),
    [
        (raises_late, 3, f"raises_late raised KeyError: {EVIL!r}"),
        (never, 0, "never did not come back within 2 s of processor time"),
        (lambda messages: {"dropped": 1}, 0, "this function returned a dict, not a list of messages"),
        (lambda *, n: n, 0, "this function takes (*, n), and that does not fit the call"),
    ],
)
def test_a_function_that_comes_to_nothing_says_so_at_its_round(policy: Any, round: int, said: str) -> None:
    view = decay(policy, rounds=5)
    assert (len(frames(view)), view.last) == (round + 1, round)
    assert f"{frames(view)[-1]['who']} {frames(view)[-1]['error']}".startswith(said)
    assert said.splitlines()[0] in repr(view)


def test_a_state_function_that_fails_is_named() -> None:
    def states(messages: list[Message], state: dict[str, Any]) -> list[Message]:
        if len(state["todos"]) > 1:
            raise ValueError("no more")
        return messages

    view = decay(everything, with_state=states, rounds=4)
    assert [len(each["frames"]) for each in view.picture["lanes"]] == [5, 3]
    assert (frames(view, 1)[-1]["who"], frames(view, 1)[-1]["error"][:24]) == ("states", "raised ValueError: no mo")


def test_a_helper_that_fails_is_the_functions_affair() -> None:
    view = decay(right_function("compact_history"), threshold=0, helper="throwing")
    assert "raised Overloaded: 529" in frames(view)[-1]["error"]
    boundary = decay(right_function("compact_with_boundary"), keep_tail=2, helper="faithful")
    assert frames(boundary)[10]["places"].count("-") == 0


def test_knobs_play_again() -> None:
    widget = chapter().widget
    keys = [each["key"] for each in widget.picture["knobs"]]
    assert keys == ["helper", "growth", "compact_history.threshold", "compact_history.keep_tail"]
    widget.asked = {"helper": "faithful", "serial": 1}
    assert "-" not in widget.picture["lanes"][0]["frames"][10]["places"]
    widget.asked = {"compact_history.keep_tail": 6, "serial": 2}
    assert widget.picture["lanes"][0]["name"] == "compact_history(threshold=0, keep_tail=6)"
    widget.asked = {"helper": "clever", "serial": 3}
    assert widget.said.startswith("helper is 'clever': choose one of faithful, lossy,")


def test_a_helper_of_ones_own_is_no_knob() -> None:
    view = decay(right_function("compact_history"), threshold=0, summarize=lambda middle: "Done.")
    assert "helper" not in [each["key"] for each in view.picture["knobs"]]
    assert frames(view)[10]["summary"] == "[Compacted]\n\nDone."


def test_words_and_table_say_the_same() -> None:
    view = chapter()
    lines = repr(view).splitlines()
    assert lines[2] == "compact_history(threshold=0, keep_tail=2): 8 of 20 still said in round 10"
    assert lines[3] == "  round 5 lost file_1.md, RC-8919"
    assert f"<th>file_1.md</th><td>lost in round 5: {SUMMARY_LOST}</td><td>still said</td>" in view.table()
    assert json.loads(json.dumps(view.picture)) == view.picture
    assert "<script" not in decay(raises_late).table()


def test_bad_use_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    wrong: Any = 3
    assert watch_decay() is watch_decay(wrong) is watch_decay(everything, with_state=wrong) is None
    assert watch_decay(everything, session=wrong) is watch_decay(everything, rounds=-1) is None
    assert watch_decay(everything, helper="clever") is None
    many = reading_session(rounds=MOST_FACTS, form="live")
    assert watch_decay(everything, session=many, rounds=MOST_FACTS) is None
    assert [line[:60] for line in capsys.readouterr().out.splitlines()] == [
        "watch_decay got no function: give it at least one, as in wat",
        "watch_decay got a whole number: give it functions, as in wat",
        "watch_decay got a whole number: give it functions, as in wat",
        "session is a whole number: give watch_decay a session of the",
        "rounds is -1: use a whole number, 0 or more.",
        "helper is 'clever': the helper models are faithful, lossy, e",
        "160 facts are said: at most 80 are drawn. Play fewer rounds.",
    ]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium_page(1000, 800) as opened_page:
        yield opened_page


def crosses(lane: Locator) -> int:
    return (lane.locator(".cd-lost").get_attribute("d") or "").count("M")


@in_chromium
def test_lines_grow_round_by_round_and_crosses_stand_where_a_fact_was_lost(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    complaints = opened(page, chapter(), tmp_path)
    first, second = page.locator(".cw-lane").all()
    expect(first.locator("figcaption span")).to_have_text("8 of 20 facts still said · 4 messages · 651 tokens")
    assert [crosses(first), crosses(second)] == [12, 6]
    page.locator(".cw-play").press("Enter")
    expect(first.locator("figcaption span")).to_have_text("0 of 0 facts still said · 2 messages · 61 tokens")
    expect(first.locator(".cd-lost")).to_have_count(0)
    page.clock.run_for(3_600)
    expect(page.locator(".cw-where")).to_have_text("round 5 of 10")
    assert crosses(first) == 2
    expect(first.locator(".cw-done")).to_have_text("lost in this round: file_1.md, RC-8919")
    page.get_by_role("button", name="Pause").click()
    said = page.locator(".cw-round").get_attribute("aria-valuetext") or ""
    assert said.split(". ") == [
        "round 5 of 10",
        "compact_history(threshold=0, keep_tail=2): 8 of 10 facts still said · 4 messages · 403 tokens",
        "lost in this round: file_1.md, RC-8919",
        "compact_history(threshold=0, keep_tail=2), then with_task_state: 9 of 10 facts still said · 5 messages "
        "· 491 tokens",
        "lost in this round: RC-8919",
    ]
    assert complaints == []


@in_chromium
def test_pointer_and_keys_tell_which_fact_was_lost_when_and_why(page: Page, tmp_path: Path) -> None:
    opened(page, chapter(), tmp_path)
    lanes = page.locator(".cw-bars")
    lanes.first.focus()
    why = page.locator(".cw-why").first
    expect(why).to_have_text(f"file_1.md · lost in round 5: {SUMMARY_LOST}")
    page.keyboard.press("ArrowDown")
    expect(why).to_have_text(f"file_2.md · lost in round 6: {SUMMARY_LOST}")
    expect(lanes.first).to_have_attribute("aria-valuetext", f"file_2.md · lost in round 6: {SUMMARY_LOST}")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(why).to_have_text("file_2.md · round 5: still said in the summary")
    page.keyboard.press("End")
    expect(why).to_have_text("RC-8190 · round 5: not met yet, it comes in round 10")
    box = lanes.nth(1).locator("text", has_text="file_3.md").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    expect(page.locator(".cw-why").nth(1)).to_have_text(
        "file_3.md · round 10: still said in the task state, and nowhere else"
    )


@in_chromium
def test_an_error_stands_at_its_round_and_the_other_lane_goes_on(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, decay(raises_late, everything, rounds=5), tmp_path)
    expect(page.locator(".cw-error")).to_contain_text("○ raises_late raised KeyError:")
    expect(page.locator(".cw-note")).to_have_text("The session ended in round 3.")
    expect(page.locator(".cd-stopped")).to_have_count(1)
    page.locator(".cw-round").fill("2")
    expect(page.locator(".cw-error")).to_have_count(0)
    assert complaints == []


@in_chromium
def test_the_helper_model_is_chosen_without_a_kernel_and_its_summary_read(page: Page, tmp_path: Path) -> None:
    complaints = opened(page, chapter(), tmp_path)
    page.locator("summary", has_text="change what is played").click()
    page.get_by_label("helper model").select_option("faithful")
    expect(page.locator(".cd-lost")).to_have_count(0)
    page.locator("summary", has_text="what the summaries say").click()
    expect(page.locator(".cd-summary").first).to_contain_text("/tmp/project/file_1.md")
    assert complaints == []
