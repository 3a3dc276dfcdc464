"""Callbacks: asked from a learner's function, answered and counted on the judge's side."""

from collections.abc import Iterator
from typing import Any

import pytest

from autograder.execution.cases import CALL, NEW, Case, Script, Step, answer_of, callback
from autograder.execution.outcomes import Asked, Outcome
from autograder.execution.running import run_case
from autograder.feedback.calls import tried
from autograder.grading.session import Session
from autograder.grading.workshop import Workshop
from autograder.lessons.callbacks import MAX_CALLS, Player
from autograder.lessons.gates import gate
from autograder.lessons.lesson import Lesson
from autograder.lessons.running import judge_runs
from autograder.lessons.shapes import a_text
from autograder.lessons.trial import Trial
from autograder.tests.verdicts import runner


def answers(*values: Any) -> Script:
    return Script(tuple({"return": each} for each in values))


def asks(script: Any, *steps: Any) -> Case:
    return Case("asks", 1, steps or (Step(CALL, (callback("ask"),)),), {"ask": script})


def in_the_kernel(function: Any, case: Any) -> Outcome:
    player = Player(case.scripts)
    return player.recorded(run_case(function, case.to_json(), player.ask))


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    with Workshop() as opened:
        yield opened


def graded(workshop: Any, source: Any, case: Any) -> Outcome:
    order = {"name": "answer", "pieces": [["cell 1", source]], "modules": {}, "needs": {}}
    with Session(workshop, order, [case]) as session:
        return session.run(case, Outcome("ok"))


BOTH_WAYS = pytest.mark.parametrize("way", ["kernel", "graded"])


@pytest.fixture
def run(way: Any, workshop: Any) -> Any:
    def run(source: Any, case: Any) -> Any:
        if way == "graded":
            return graded(workshop, source, case)
        namespace: dict[str, Any] = {}
        exec(source, namespace)
        return in_the_kernel(namespace["answer"], case)

    return run


@BOTH_WAYS
@pytest.mark.parametrize("value", ["a summary", "", " \n", None, "x" * 300_000, ["a", {"b": 1}]])
def test_a_callback_answers_what_its_script_says(run: Any, value: Any) -> None:
    outcome = run("def answer(ask):\n    return ask('what?')", asks(answers(value)))
    assert (outcome.status, outcome.values) == ("ok", (value,))
    assert outcome.asked == (Asked("ask", ("what?",), {}),)


@BOTH_WAYS
def test_a_callback_answers_in_order_and_then_goes_on_with_the_last(run: Any) -> None:
    outcome = run("def answer(ask):\n    return [ask(), ask(), ask()]", asks(answers("first", "second")))
    assert outcome.values == (["first", "second", "second"],)


@BOTH_WAYS
@pytest.mark.parametrize(
    ("raises", "args", "kinds", "text"),
    [
        ("Overloaded", [], ("Overloaded", "LabError"), "529 the provider is overloaded; send the request again later"),
        ("PromptTooLong", [9, 8], ("PromptTooLong", "LabError"), "400 prompt is too long (9 tokens > max 8 tokens)"),
        ("ValueError", ["no"], ("ValueError", "Exception"), "no"),
    ],
)
def test_a_callback_raises_what_its_script_says(run: Any, raises: Any, args: Any, kinds: Any, text: Any) -> None:
    outcome = run("def answer(ask):\n    return ask()", asks(Script(({"raise": raises, "args": args},))))
    assert outcome.status == "raised"
    assert outcome.error.kinds[: len(kinds)] == kinds
    assert outcome.error.text == text
    assert len(outcome.asked) == 1


@BOTH_WAYS
def test_an_error_of_a_callback_can_be_caught_by_its_name(run: Any) -> None:
    source = (
        "from autograder.lab import PromptTooLong\n"
        "def answer(ask):\n    try:\n        return ask()\n    except PromptTooLong as error:\n"
        "        return [error.tokens, ask()]"
    )
    script = Script(({"raise": "PromptTooLong", "args": [9, 8]}, {"return": "fits"}))
    outcome = run(source, asks(script))
    assert outcome.values == ([9, "fits"],)
    assert len(outcome.asked) == 2


@BOTH_WAYS
def test_named_arguments_and_tuples_arrive_as_what_they_are(run: Any) -> None:
    outcome = run("def answer(ask):\n    return ask((1, 2), messages=['a'])", asks(answers("ok")))
    assert outcome.asked == (Asked("ask", ({"$": "tuple", "items": [1, 2]},), {"messages": ["a"]}),)


@BOTH_WAYS
def test_what_cannot_be_sent_is_said_where_it_was_sent(run: Any) -> None:
    outcome = run("def answer(ask):\n    return ask(iter([1]))", asks(answers("ok")))
    assert outcome.error.kinds[0] == "TypeError"
    assert outcome.error.text.startswith("ask was called with something that contains a list_iterator")
    assert outcome.asked == ()


@BOTH_WAYS
def test_a_callback_without_an_answer_says_that_it_is_not_to_be_called(run: Any) -> None:
    outcome = run("def answer(ask):\n    return ask()", asks(Script()))
    assert (outcome.error.kinds[0], outcome.error.text) == ("LookupError", "ask is not to be called here")
    assert len(outcome.asked) == 1


@BOTH_WAYS
def test_a_loop_that_never_ends_is_stopped_by_the_callback(run: Any) -> None:
    outcome = run("def answer(ask):\n    while True:\n        ask()", asks(answers("more")))
    assert outcome.error.kinds[0] == "RuntimeError"
    assert outcome.error.text == "ask was called too often: 1,000 times before"
    assert len(outcome.asked) == MAX_CALLS


@BOTH_WAYS
def test_a_callback_may_be_kept_and_called_at_a_later_step(run: Any) -> None:
    source = (
        "class answer:\n    def __init__(self, ask):\n        self.ask = ask\n"
        "    def text(self):\n        return self.ask()\n"
        "    def compacted(self):\n        return self\n"
    )
    steps = (Step(NEW, (callback("ask"),)), Step("text"), Step("compacted"), Step("text"))
    script = Script(({"raise": "Overloaded"}, {"return": "built"}))
    outcome = run(source, asks(script, *steps))
    assert outcome.values == (None, None, None, "built")
    assert [error and error.kinds[0] for error in outcome.errors] == [None, "Overloaded", None, None]


def test_a_submission_that_goes_on_asking_is_given_up(workshop: Any) -> None:
    source = "def answer(ask):\n    while True:\n        try: ask()\n        except RuntimeError: pass"
    outcome = graded(workshop, source, asks(answers("more")))
    assert outcome.status in ("unreadable", "timeout")
    assert len(outcome.asked) == MAX_CALLS


def test_arguments_without_end_are_not_remembered() -> None:
    player = Player({"ask": answers("more")})
    said = [player.ask("ask", ["x" * 20_000_000], {}) for _ in range(5)]
    assert ["raise" in each for each in said] == [False, False, False, True, True]
    assert len(player.asked) == 3


def test_a_question_for_a_callback_that_is_not_there_is_an_error_and_no_fault() -> None:
    player = Player({"ask": answers("more")})
    assert player.ask("store.read", [], {})["raise"] == "LookupError"
    assert player.ask("ask.read", [], {})["raise"] == "LookupError"


def test_forged_arguments_stop_at_the_gate() -> None:
    lesson = Lesson("trim_history", "ch03_trim", 1, 1, ("a text", a_text))
    case = asks(answers("ok"), Step(CALL, ([],)))
    right = Outcome("ok", ("ok",))
    forged = Outcome("ok", ("ok",), asked=(Asked("ask", ({"$": "in", "i": 7},), {}),))
    stop = gate(lesson, Trial("trim_history", case, forged, right))
    assert stop is not None
    assert (stop[0], stop[1].got) == (
        "returned something that cannot be read",
        "the answer is not in a form the judge can read",
    )


@BOTH_WAYS
def test_a_later_call_can_be_given_what_an_earlier_one_returned(run: Any) -> None:
    source = "def answer(messages):\n    return ''.join(each['content'] for each in messages) + '!'"
    later = [{"role": "user", "content": answer_of(0)}, {"role": "user", "content": "b"}]
    outcome = run(source, Case("twice", 1, (Step(CALL, ([{"role": "user", "content": "a"}],)), Step(CALL, (later,)))))
    assert (outcome.values, outcome.arguments) == (("a!", "a!b!"), None)


@BOTH_WAYS
@pytest.mark.parametrize(
    ("answers", "given"),
    [("{'messages': [*messages, 'x']}", ["a", "x"]), ("{}", None), ("'messages'", None), ("None", None)],
)
def test_a_later_call_can_be_given_what_an_earlier_answer_has_under_a_key(run: Any, answers: str, given: Any) -> None:
    source = (
        f"seen = []\ndef answer(messages):\n    seen.append(messages)\n    return {answers} if len(seen) < 2 else seen"
    )
    outcome = run(source, Case("twice", 1, (Step(CALL, (["a"],)), Step(CALL, (answer_of(0, "messages"),)))))
    assert outcome.status == "ok"
    assert outcome.values[1] == [{"$": "argument", "items": ["a"]}, given]
    assert outcome.arguments is None


@BOTH_WAYS
def test_an_answer_that_is_given_to_a_later_call_is_no_list_that_was_given(run: Any) -> None:
    """A message of the first call is still found in both answers; the list that the function made itself is its own."""
    source = "def answer(messages):\n    return {'messages': [*messages]}"
    message = {"role": "user", "content": "a"}
    case = Case("twice", 1, (Step(CALL, ([message],)), Step(CALL, (answer_of(0, "messages"),))))
    outcome = run(source, case)
    assert outcome.values == ({"messages": [{"$": "in", "i": 0}]},) * 2
    assert Trial("trim_history", case, outcome, outcome).answers == [{"messages": [message]}] * 2


@BOTH_WAYS
def test_a_change_of_an_argument_with_an_earlier_answer_in_it_is_seen(run: Any) -> None:
    source = "def answer(messages):\n    messages.append(1)\n    return 'x'"
    outcome = run(source, Case("twice", 1, (Step(CALL, ([],)), Step(CALL, ([answer_of(0)],)))))
    assert outcome.arguments == [[1], ["x", 1]]


def test_a_call_that_is_given_an_earlier_answer_is_shown_with_its_name() -> None:
    step = Step(CALL, ([{"role": "user", "content": answer_of(0)}],))
    shown = tried("summary_prompt", Case("twice", 1, (Step(CALL, ([],)), step))).shown
    assert shown == "answer_1 = summary_prompt([])\nsummary_prompt([user(answer_1)])"


def test_a_call_that_is_given_a_part_of_an_earlier_answer_is_shown_with_its_key() -> None:
    case = Case("twice", 1, (Step(CALL, ([],)), Step(CALL, (answer_of(0, "messages"),))))
    assert tried("repair_pairs", case).shown == 'answer_1 = repair_pairs([])\nrepair_pairs(answer_1["messages"])'


def test_the_gate_looks_at_the_answer_of_every_call() -> None:
    lesson = Lesson("trim_history", "ch03_trim", 1, 1, ("a text", a_text))
    case = Case("twice", 1, (Step(CALL, ([],)), Step(CALL, ([answer_of(0)],))))
    right = Outcome("ok", ("a", "b"))
    stop = gate(lesson, Trial("trim_history", case, Outcome("ok", ([1], "b")), right))
    assert stop is not None
    assert (stop[0], stop[1].got) == ("returned another form", "a list")


def test_an_argument_of_a_later_call_holds_the_learners_own_answer() -> None:
    step = Step(CALL, ([{"role": "user", "content": answer_of(0)}], 5))
    case = Case("twice", 1, (Step(CALL, ([], 5)), step))
    trial = Trial("trim_history", case, Outcome("ok", ("mine", "more")), Outcome("ok", ("right", "more")))
    assert trial.given_at(-1)["messages"] == [{"role": "user", "content": "mine"}]
    assert trial.given == {"messages": [], "max_messages": 5, "head": 2}


def sends_a_number(send: Any, messages: Any, summarize: Any, keep: int = 5, max_retries: int = 1) -> None:
    send([{"role": "user", "content": 1.5}])


def appends_rows(store: Any, session: str, messages: list[Any]) -> int:
    new = [[each["role"], each.get("content")] for each in messages[len(store.read(session)) :]]
    store.append(session, [{"role": "user", "content": new}])
    return len(new)


def appends_what_is_no_message(store: Any, session: str, messages: list[Any]) -> int:
    store.append(session, [["not a message"]])
    return len(messages)


def summarizes_a_number(messages: Any, threshold: Any, summarize: Any, keep_tail: int = 8) -> None:
    summarize([3])


def summarizes_numbers(
    messages: Any,
    summarize: Any,
    max_chars: int = 800,
    max_messages: int = 12,
    head: int = 2,
    threshold: int = 6000,
    keep_tail: int = 8,
) -> None:
    summarize([3, 4])


@pytest.mark.parametrize(
    ("lesson", "function"),
    [
        ("recover", sends_a_number),
        ("archive", appends_rows),
        ("archive", appends_what_is_no_message),
        ("compact_history", summarizes_a_number),
        ("manage_context", summarizes_numbers),
    ],
)
def test_what_is_no_message_stops_at_a_gate_and_no_rule_stumbles(lesson: str, function: Any) -> None:
    judged = judge_runs(lesson, runner(function))
    assert judged.score == 0
    assert judged.shown is not None
    assert judged.shown.title == "hands on what is no message"
