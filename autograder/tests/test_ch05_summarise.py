"""Chapter 5 where the general invariants do not look: what a compaction leaves can be sent, and what is claimed."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from autograder.lab import INJECTION, Message, Overloaded, Summarizer, assistant, request_error, tool, user
from autograder.lab.messages import calls_of
from autograder.lessons.ch05_summarise.compactions import led_histories, middle_of
from autograder.lessons.ch05_summarise.prompts import Prompt
from autograder.lessons.oracle import right_function
from autograder.tests.test_ch07_notebook import run_solved
from autograder.widgets.decay import Decay

BOUNDARY = assistant("[CompactBoundary]")


def cuts() -> Iterator[tuple[list[Message], int]]:
    for messages in led_histories(4):
        for keep_tail in range(len(messages) + 2):
            yield messages, keep_tail


def is_running(messages: list[Message]) -> bool:
    last = next((i for i in reversed(range(len(messages))) if messages[i].get("role") != "tool"), 0)
    return bool(messages) and len(calls_of(messages[last])) > len(messages) - last - 1


def can_be_sent(messages: list[Message]) -> bool:
    return not messages or is_running(messages) or request_error(messages, "openai-chat") is None


def test_a_compacted_history_can_be_sent_wherever_it_is_cut() -> None:
    compact_history = right_function("compact_history")
    for messages, keep_tail in cuts():
        answer = compact_history(messages, 0, lambda middle: "Done.", keep_tail)
        assert can_be_sent(answer["messages"]), (messages, keep_tail)


def test_what_leaves_was_handed_over_and_what_stays_was_not() -> None:
    compact_history = right_function("compact_history")
    for messages, keep_tail in cuts():
        asked: list[list[Message]] = []
        answer = compact_history(messages, 0, lambda middle, asked=asked: asked.append(middle) or "Done.", keep_tail)
        if answer["compacted"]:
            (middle,) = asked
            lead = next(i for i, each in enumerate(messages) if each.get("role") != "system")
            tail = messages[lead + len(middle) :]
            assert answer["dropped"] == len(middle)
            assert messages == [*messages[:lead], *middle, *tail]
            assert answer["messages"] == [*messages[:lead], user("[Compacted]\n\nDone."), *tail]
        else:
            assert answer["messages"] == messages


def test_a_boundary_can_be_sent_and_no_two_assistants_meet_at_it() -> None:
    compact_with_boundary = right_function("compact_with_boundary")
    for messages, keep_tail in cuts():
        answer = compact_with_boundary(messages, lambda prompt: "Done.", keep_tail)
        assert can_be_sent(answer), (messages, keep_tail)
        for one, other in pairwise(answer):
            assert BOUNDARY not in (one, other) or {one["role"], other["role"]} != {"assistant"}


def test_a_second_compaction_without_news_asks_nobody() -> None:
    compact_with_boundary = right_function("compact_with_boundary")
    compacted = 0
    for messages, keep_tail in cuts():
        once = compact_with_boundary(messages, lambda prompt: "Done.", keep_tail)
        if len(once) != len(messages):
            compacted += 1
            assert compact_with_boundary(once, refuse, keep_tail) == once
    assert compacted > 100


def refuse(prompt: str) -> str:
    raise AssertionError("asked again")


def test_the_judges_cut_is_that_of_the_right_version() -> None:
    """`middle_of` is written apart from the solution, so each checks the other."""
    compact_history = right_function("compact_history")
    for messages, keep_tail in cuts():
        asked: list[list[Message]] = []
        compact_history(messages, 0, lambda middle, asked=asked: asked.append(middle), keep_tail)
        middle = [messages[i] for i in middle_of(messages, keep_tail)]
        assert asked in ([], [middle])
        assert asked or len(middle) <= 1


@pytest.mark.parametrize("kind", ["faithful", "lossy", "obeying", "inflating", "empty"])
def test_a_summariser_reads_the_prompt_as_it_reads_the_messages(kind: str) -> None:
    messages = [user("Fix the login."), assistant(calls=["a"]), tool("The batch key of /srv/a.py is KX-1234.", "a")]
    prompt = right_function("summary_prompt")(messages)
    of_prompt, of_messages = Summarizer(kind)(prompt), Summarizer(kind)(messages)
    assert of_prompt == of_messages or kind == "inflating"


def test_an_obeying_model_gets_past_the_prompt_and_not_past_the_parser() -> None:
    prompt = right_function("summary_prompt")([user("go"), assistant(calls=["a"]), tool(INJECTION, "a")])
    with pytest.raises(ValueError, match="Goal"):
        right_function("parse_summary")(Summarizer("obeying")(prompt))


def test_an_overloaded_model_is_heard_of() -> None:
    with pytest.raises(Overloaded):
        right_function("compact_history")([user("a" * 90), user("b")], 0, Summarizer("throwing"), 1)


def prompt_of(fence: str, *, gap: str = "\n", inside: str = "") -> Prompt:
    messages = [user(f"go {inside}"), assistant("yes")]
    return Prompt(messages, f"tools\n{fence}{gap}user:go {inside}\nassistant:yes\n{fence}\ntools")


@pytest.mark.parametrize("fence", ["```", "== old ==", "a b c", "<<7f3a>>"])
@pytest.mark.parametrize("gap", ["\n", "\n\n", "  \n\t\n"])
def test_any_two_equal_lines_are_a_fence(fence: str, gap: str) -> None:
    assert prompt_of(fence, gap=gap).fenced is not None


@pytest.mark.parametrize("text", ["<a>\n{}</a>", "{}", "x {}", "```\n{}x\n```", "```\n{}````", "\n\n{}\n\n"])
def test_other_lines_are_none(text: str) -> None:
    assert Prompt([user("go")], text.format("user:go\n")).fenced is None


def still_said(view: Any, lane: int, kind: str) -> int:
    """Return how many facts of a kind the last request of a lane still says."""
    places = view.picture["lanes"][lane]["frames"][-1]["places"]
    return sum(fact["kind"] == kind and place != "-" for fact, place in zip(view.picture["facts"], places, strict=True))


def test_the_notebook_runs_and_says_what_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, ends = run_solved("ch05_summarise", tmp_path, monkeypatch)
    faded = next(each for each in ends if isinstance(each, Decay))
    assert [[still_said(faded, lane, kind) for kind in ("file", "value")] for lane in (0, 1)] == [[4, 4], [10, 4]]
    faded.widget.asked = {"helper": "faithful", "serial": 1}
    summaries = [len(each["summary"].splitlines()) for each in faded.widget.picture["lanes"][0]["frames"][3:]]
    assert [after - before for before, after in pairwise(summaries)] == [2] * 7
    assert still_said(faded.widget, 0, "value") == 10
    assert len(names["middle"]) == 5
    facts, read, cleared = (names[each] for each in ("facts_in", "read", "cleared"))
    told = [len(facts([user(Summarizer("faithful")(each))], names["eight"].facts)) for each in (read, cleared)]
    assert told == [6, 1]
