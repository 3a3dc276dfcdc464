"""The cut's data: what each provider says of every cut, and where the learner's function cuts."""

from typing import Any

import pytest
from playwright.sync_api import expect

from autograder.lab import BadRequest, Message, assistant, check_pairing, long_history, tool, user
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium, opened
from autograder.widgets.cutter import Cutter, try_cut

HISTORY = [user("?"), assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b"), user("and?")]


def cutter(function: Any = None, history: Any = None, **more: Any) -> Cutter:
    made = try_cut(function, HISTORY if history is None else history, **more)
    assert made is not None
    return made


def mine(function: Any, **more: Any) -> list[dict[str, Any]]:
    return [each["mine"] for each in cutter(function, **more).picture["cuts"]]


def test_every_cut_has_the_providers_answer() -> None:
    cuts = cutter().picture["cuts"]
    assert [cut["start"] for cut in cuts] == [0, 1, 2, 3, 4, 5]
    assert [cut["answers"]["openai-chat"][0] == "" for cut in cuts] == [True, True, False, False, True, False]
    for cut in cuts[2:4]:
        with pytest.raises(BadRequest) as refused:
            check_pairing(HISTORY[cut["start"] :])
        assert cut["answers"]["openai-chat"][0] == str(refused.value)
    assert cuts[5]["answers"]["openai-chat"][0] == "400 the request has no message; send at least one"
    assert cuts[1]["answers"]["strict"][0].startswith("400")
    assert cuts[2]["answers"]["anthropic"][0].startswith("400")


def test_the_message_at_fault_is_the_one_of_the_history() -> None:
    assert [cut["answers"]["openai-chat"][1] for cut in cutter().picture["cuts"]] == [None, None, 2, 3, None, None]
    cuts = cutter(head=2).picture["cuts"]
    assert [cut["start"] for cut in cuts] == [2, 3, 4, 5]
    assert [cut["answers"]["openai-chat"][1] for cut in cuts] == [None, 1, 1, 1]


def test_a_function_says_where_the_tail_begins_or_what_stays() -> None:
    starts = [each["start"] for each in mine(right_function("find_safe_tail_start"))]
    assert starts == [0, 1, 1, 1, 4, 5]
    assert [each["start"] for each in mine(right_function("trim_history"), head=1)] == [0, 0, 0, 4, 5]
    assert [each["start"] for each in mine(lambda messages, count: messages[len(messages) - count :])] == [*range(6)]


def never(messages: list[Message], count: int) -> int:
    while True:
        pass


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (never, "did not come back within 2 s of processor time"),
        (lambda messages, count: None, "returned None, not a number and not a list of messages"),
        (lambda messages, count: 9, "returned 9; the history has 5 messages"),
        (lambda messages, count: -1, "returned -1; the history has 5 messages"),
        (lambda messages: 0, "takes (messages), and that does not fit the call: too many positional arguments"),
    ],
)
def test_a_function_that_comes_to_nothing_says_so_at_each_cut(function: Any, said: str) -> None:
    assert mine(function) == [{"start": None, "problem": said}] * 6


def test_words_say_the_same() -> None:
    lines = repr(cutter(right_function("find_safe_tail_start"))).splitlines()
    assert lines[4].startswith("tail from 4: 1 messages, ")
    assert lines[4].endswith("; accepted; find_safe_tail_start begins it at 4")
    assert "; 400 message 0 is a result for call 'a'" in lines[2]
    assert repr(cutter()).splitlines()[0].endswith("tokens; accepted")
    assert cutter().table().count("<li>") == 6


def test_bad_use_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    wrong: Any = 3
    assert try_cut(wrong) is None
    assert try_cut(history=wrong) is None
    assert try_cut(history=long_history(121)) is None
    assert try_cut(history=HISTORY, head=6) is None
    assert capsys.readouterr().out.splitlines() == [
        "try_cut got a whole number: give it a function, as in try_cut(find_safe_tail_start).",
        "try_cut got a whole number: give it a list of messages, as in watch(history), or a function itself, as in "
        "watch(trim_history).",
        "the history has 121 messages: at most 120 can be cut by hand. Take a part of it.",
        "head is 6: use a whole number from 0 to 5, the length of the history.",
    ]


@in_chromium
def test_the_cut_is_dragged_and_follows_the_function(tmp_path: Any) -> None:
    with chromium_page() as page:
        complaints = opened(page, cutter(right_function("find_safe_tail_start")), tmp_path)
        box = page.locator(".cc-stage").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 8, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 8 + 2 * 34, box["y"] + 60, steps=4)
        expect(page.locator(".cc-verdict")).to_contain_text("The tail begins at 2: 3 messages")
        page.mouse.up()
        page.mouse.move(box["x"] + 8, box["y"] + 60)
        expect(page.locator(".cc-choice")).to_have_text(
            "find_safe_tail_start, asked for 3 messages, begins its tail at 1: ✓ accepted"
        )
        expect(page.locator(".cw-split")).to_have_count(1)
        page.get_by_role("button", name="Cut where find_safe_tail_start does").click()
        expect(page.locator(".cc-verdict")).to_contain_text("✓ accepted")
        page.locator(".cc-profile").select_option("strict")
        expect(page.locator(".cc-verdict")).to_contain_text("✗ 400")
        page.locator(".cc-cut").press("End")
        expect(page.locator(".cc-verdict")).to_contain_text("the request has no message")
        assert complaints == []
