"""The engine's paths that chapter 7 leans on: classes step by step, callbacks that fail, stores that remember."""

from typing import Any

import pytest

from autograder.execution.cases import CALL, NEW, Case, Script, Step, callback
from autograder.lab import CompressionStuckError, LabError, Overloaded, PromptTooLong, assistant, user
from autograder.lessons.catalog import lesson_named
from autograder.lessons.gates import gate
from autograder.lessons.judging import first_broken, kind_of
from autograder.lessons.oracle import right_outcome
from autograder.lessons.running import judge_runs
from autograder.lessons.trial import Trial
from autograder.tests.verdicts import runner


def trial_of(name: str, function: Any, case: Case) -> Trial:
    right = right_outcome(name, case)
    return Trial(name, case, runner(function)(case, right), right)


def shown(name: str, function: Any, case: Case) -> tuple[str | None, str, str]:
    """Return the rule that a function breaks first in a case, what was expected, and what came."""
    broken = first_broken(lesson_named(name), trial_of(name, function, case))
    assert broken is not None
    return broken.rule.name if broken.rule else None, broken.finding.expected, broken.finding.got


TALK = [user("a " * 40), assistant("b " * 40), user("c " * 40), assistant("d " * 40)]


def recover_case(*send: dict[str, Any], summarize: tuple[Any, ...] = ("short",), **numbers: int) -> Case:
    scripts = {"send": Script(send), "summarize": Script(tuple({"return": each} for each in summarize))}
    step = Step(CALL, (callback("send"), TALK, callback("summarize")), {"keep": 1, **numbers})
    return Case("a case", 1, (step,), scripts)


REFUSED = {"raise": "PromptTooLong", "args": [9000, 8192]}
REPLY = {"return": assistant("here")}


def test_a_callback_raises_first_and_answers_then() -> None:
    outcome = right_outcome("recover", recover_case(REFUSED, REPLY))
    assert outcome.status == "ok"
    assert [each.name for each in outcome.asked] == ["send", "summarize", "send"]
    assert outcome.values[0]["retries"] == 1


def test_an_error_of_a_callback_arrives_with_its_numbers() -> None:
    outcome = right_outcome("recover", recover_case(REFUSED, max_retries=0))
    assert outcome.error is not None
    assert outcome.error.kinds[0] == "PromptTooLong"
    assert outcome.error.text == "400 prompt is too long (9000 tokens > max 8192 tokens)"


def test_an_error_that_a_callback_raised_is_judged_by_a_rule() -> None:
    """Letting the first refusal out is a mistake with a name, not an accident."""

    def sends_once(send: Any, messages: Any, summarize: Any, keep: int = 5, max_retries: int = 1) -> Any:
        return {"reply": send(list(messages)), "messages": list(messages), "retries": 0}

    rule, expected, got = shown("recover", sends_once, recover_case(REFUSED, REPLY))
    assert rule == "retries_with_a_summary"
    assert expected.startswith("the second request: ")
    assert got == "1 request, and no more"


def test_an_error_that_no_callback_raised_stops_before_the_rules() -> None:
    def crashes(send: Any, messages: Any, summarize: Any, keep: int = 5, max_retries: int = 1) -> Any:
        raise KeyError("reply")

    stopped = gate(lesson_named("recover"), trial_of("recover", crashes, recover_case(REPLY)))
    assert stopped is not None
    assert stopped[0] == "raised KeyError"


def test_an_error_of_the_lab_is_no_answer_where_no_callback_raised_it() -> None:
    def gives_up(messages: Any, summarize: Any, **numbers: Any) -> Any:
        raise Overloaded

    calm = Case("calm", 1, (Step(CALL, (TALK, callback("summarize"))),), {"summarize": Script(({"return": "s"},))})
    stormy = Case(
        "stormy",
        1,
        (Step(CALL, (TALK, callback("summarize")), {"threshold": 10, "keep_tail": 1}),),
        {"summarize": Script(({"raise": "Overloaded"},))},
    )
    assert gate(lesson_named("manage_context"), trial_of("manage_context", gives_up, calm)) is not None
    assert gate(lesson_named("manage_context"), trial_of("manage_context", gives_up, stormy)) is None
    assert judge_runs("manage_context", runner(gives_up)).score == 0


@pytest.mark.parametrize("error", [CompressionStuckError("open a new session"), LabError("new session")])
def test_an_error_of_the_lesson_is_judged_by_a_rule_and_any_other_is_not(error: LabError) -> None:
    def always_stuck(before: int, after: int, ratio_percent: int = 90) -> None:
        raise error

    case = Case("far smaller", 1, (Step(CALL, (6000, 1500)),))
    broken = first_broken(lesson_named("check_progress"), trial_of("check_progress", always_stuck, case))
    assert broken is not None
    named = broken.rule and broken.rule.name
    assert named == ("stops_when_little_was_won" if isinstance(error, CompressionStuckError) else None)


def test_a_summariser_that_asks_for_too_long_a_prompt_is_no_refusal_of_send() -> None:
    case = recover_case(REFUSED, summarize=())
    scripts = {**case.scripts, "summarize": Script(({"raise": "PromptTooLong", "args": [8700, 8192]},))}
    outcome = right_outcome("recover", Case("a case", 1, case.steps, scripts))
    assert outcome.error is not None
    assert "9000" in outcome.error.text


def breaker_case(*methods: str, **limit: int) -> Case:
    return Case("a case", 1, (Step(NEW, (), limit), *(Step(each) for each in methods)))


def test_each_step_of_a_class_has_its_own_answer() -> None:
    outcome = right_outcome("CircuitBreaker", breaker_case("allows", "failed", "allows", limit=1))
    assert outcome.values == (None, True, None, False)


def test_a_class_that_refuses_to_be_made_is_a_refusal() -> None:
    case = breaker_case(limit=0)
    right = right_outcome("CircuitBreaker", case)
    assert kind_of(Trial("CircuitBreaker", case, right, right)) == "refusal"


def test_a_method_that_is_missing_is_said_by_name() -> None:
    class Half:
        def __init__(self, limit: int = 3) -> None:
            pass

    stopped = gate(lesson_named("CircuitBreaker"), trial_of("CircuitBreaker", Half, breaker_case("allows")))
    assert stopped is not None
    assert stopped[0] == "raised AttributeError"
    assert "'Half' object has no attribute 'allows'" in stopped[1].got


def archive_case(keeps: dict[str, list[Any]], *histories: list[Any]) -> Case:
    steps = tuple(Step(CALL, (callback("store"), "monday", each)) for each in histories)
    return Case("a case", 1, steps, {"store": Script(methods=("append", "read"), keeps=keeps)})


def test_a_store_remembers_from_step_to_step_on_the_judges_side() -> None:
    outcome = right_outcome("archive", archive_case({}, TALK[:2], TALK, TALK))
    assert outcome.values == (2, 2, 0)
    assert [each.name for each in outcome.asked] == [
        "store.read",
        "store.append",
        "store.read",
        "store.append",
        "store.read",
    ]


def test_what_a_function_does_to_what_it_read_changes_no_store() -> None:
    def spoils(store: Any, session: str) -> Any:
        store.read(session).clear()
        return store.read(session)

    script = {"store": Script(methods=("append", "read"), keeps={"monday": TALK})}
    case = Case("a case", 1, (Step(CALL, (callback("store"), "monday")),), script)
    assert trial_of("recall", spoils, case).answer == TALK


def test_the_lab_store_and_the_scripted_store_are_called_alike() -> None:
    """`archive` works on both, so what is judged is what works."""
    from autograder.lab import Store
    from autograder.lessons.oracle import right_function

    store = Store()
    archive, recall = right_function("archive"), right_function("recall")
    assert [archive(store, "monday", each) for each in (TALK[:2], TALK, TALK)] == [2, 2, 0]
    assert recall(store, "monday") == TALK
    with pytest.raises(ValueError, match="monday"):
        archive(store, "monday", TALK[1:])
    store.close()


def test_a_right_recover_never_sends_without_end() -> None:
    from autograder.lessons.oracle import right_function

    sent = []

    def send(messages: Any) -> Any:
        sent.append(len(messages))
        raise PromptTooLong(9000, 8192)

    history = [user(f"{n} " * 30) for n in range(64)]
    with pytest.raises(PromptTooLong):
        right_function("recover")(send, history, lambda middle: "x", keep=40, max_retries=10**6)
    assert len(sent) < 10
    assert sent == sorted(sent, reverse=True)
