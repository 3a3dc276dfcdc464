"""The pictures of the pipeline and of the tour: true, complete without colour, and harmless."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from autograder.lab import Provider, Summarizer, play, reading_session, user, working_session
from autograder.lessons.oracle import right_function
from autograder.tests.browsers import chromium_page
from autograder.tests.saved_pages import in_chromium
from autograder.widgets import draw_bill, draw_pipeline, predict
from autograder.widgets.pipeline import pipeline_svg

manage_context = right_function("manage_context")
VOID = {"input", "rect", "path", "line", "circle", "br"}


class Wellformed(HTMLParser):
    """Checks that every element that opens closes in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        """An element that closes itself opens nothing."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_sound(html: str) -> None:
    parser = Wellformed()
    parser.feed(html)
    assert parser.open == []
    assert not re.search(r"https?:|<script|url\(", html)  # nothing loads, nothing runs


def test_a_pipeline_is_drawn_as_it_was_run() -> None:
    helper = Summarizer()
    picture = draw_pipeline(
        manage_context, session=working_session(rounds=27), summarize=helper, max_messages=40, threshold=3000
    )
    assert picture is not None
    assert [each["round"] for each in picture.rounds] == list(range(28))
    assert sum(each["asked"] == "summary" for each in picture.rounds) == len(helper.requests) > 3
    assert all(each["request"] for each in picture.rounds)
    paid = next(each for each in picture.rounds if each["asked"] == "summary")
    handed = helper.requests[0]
    assert paid["handed"] == len(handed)
    assert f"summary of {len(handed)}: made" in repr(picture)


@in_chromium
def test_no_mark_and_no_name_of_the_diagram_stand_on_each_other() -> None:
    picture = draw_pipeline(manage_context, session=working_session(rounds=27), max_messages=40, threshold=3000)
    assert picture is not None
    assert picture.rounds[-1]["asked"] == "summary"
    with chromium_page() as page:
        page.set_content(picture._repr_html_())
        boxes = "all => all.map(each => each.getBoundingClientRect().toJSON())"
        shown = page.locator(".ag-frame:visible svg")
        marks, names = (shown.locator(kind).evaluate_all(boxes) for kind in ("circle", "text"))
    assert len(marks) == 6
    assert [(mark, name) for mark in marks for name in names if overlap(mark, name)] == []


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(max(one[a], other[a]) < min(one[b], other[b]) for a, b in (("left", "right"), ("top", "bottom")))


@pytest.mark.parametrize(("kind", "asked"), [("throwing", "failed"), ("empty", "in vain"), ("inflating", "in vain")])
def test_a_summary_that_came_to_nothing_is_drawn_as_such(kind: str, asked: str) -> None:
    picture = draw_pipeline(
        manage_context, session=working_session(rounds=20), summarize=Summarizer(kind), max_messages=40, threshold=3000
    )
    assert picture is not None
    assert {each["asked"] for each in picture.rounds} == {"no", asked}


def test_the_reading_session_never_lights_the_paid_step() -> None:
    picture = draw_pipeline(manage_context)
    assert picture is not None
    assert {each["asked"] for each in picture.rounds} == {"no"}
    assert picture.rounds[20]["sent"][0] == 12
    assert (picture.rounds[20]["cut"], picture.rounds[20]["dropped"]) == (1, 2)


def test_a_lost_request_is_said_in_words() -> None:
    trim_history = right_function("trim_history")
    picture = draw_pipeline(
        lambda messages, summarize: trim_history(messages, 6, 1)["messages"], session=working_session(rounds=22)
    )
    assert picture is not None
    assert "the request is lost" in repr(picture)
    assert "is lost" in pipeline_svg(picture.rounds[-1])


def test_a_function_that_fails_ends_the_picture_where_it_failed() -> None:
    def fails_late(messages: Any, summarize: Any) -> Any:
        if len(messages) > 8:
            raise KeyError("<b>")
        return list(messages)

    picture = draw_pipeline(fails_late)
    assert picture is not None
    assert len(picture.rounds) == 5
    assert "raised KeyError" in repr(picture)
    assert "<b>" not in picture._repr_html_()


def test_a_stub_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    def manage_context(messages: Any, summarize: Any) -> Any:
        raise NotImplementedError

    picture = draw_pipeline(manage_context)
    assert "it is not written yet" in repr(picture)
    assert draw_pipeline([user("hi")]) is None  # type: ignore[arg-type]
    assert "give it your function" in capsys.readouterr().out


def test_what_was_done_is_marked_without_colour() -> None:
    picture = draw_pipeline(manage_context, session=reading_session(rounds=8, form="live"))
    assert picture is not None
    before, after = pipeline_svg(picture.rounds[2]), pipeline_svg(picture.rounds[8])
    assert before.count("<circle") == 4  # history, threshold, request, send
    assert after.count("<circle") == 6  # and a cut, and a window
    assert "1 result cut, 2 dropped" in after


def test_pictures_are_sound_html_and_the_same_each_time() -> None:
    session = reading_session(form="live", rounds=8)
    run = play(session, Provider(window=1000))
    made: list[Callable[[], Any]] = [
        lambda: draw_pipeline(manage_context, session=session),
        lambda: draw_bill(everything=run, again=run),
        lambda: predict("How <many>?", [1, 2], answer=2, because="2 & no more"),
    ]
    for make in made:
        html = make()._repr_html_()
        assert_sound(html)
        assert html == make()._repr_html_()


def test_a_prediction_keeps_its_answer_until_a_choice_is_made() -> None:
    asked = predict("How many?", ["one", "two"], answer="two", because="Count them.")
    html = asked._repr_html_()
    assert html.count('style="display: none"') == 2
    assert "You said one. It is two." in html
    assert "You said two, and so it is." in html
    assert "Count them" not in repr(asked)
    with pytest.raises(ValueError, match="one of the choices one, two"):
        predict("How many?", ["one", "two"], answer="three", because="")


def test_a_bill_shows_every_request_and_the_refusal() -> None:
    run = play(reading_session(form="live"), Provider(window=8192))
    bill = draw_bill(everything_sent=run)
    svg = bill._repr_html_()
    assert svg.count('class="ag-full"') == len(run.lines) + 1  # and the legend
    assert svg.count('class="ag-part"') == sum(line.tokens.cache_read > 0 for line in run.lines) + 1
    assert "round 18: 400 prompt is too long (8246 tokens &gt; max 8192 tokens)" in svg
    assert repr(bill).startswith("everything sent: 18 requests, 48,861 prompt tokens")
