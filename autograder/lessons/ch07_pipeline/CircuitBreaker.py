"""What a right `CircuitBreaker` does."""  # noqa: N999  (a lesson's module has the name of what is taught)

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import NEW, Case, Step
from autograder.lessons.common import refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_bool
from autograder.lessons.trial import Trial

ASK, FAIL, SUCCEED = "allows", "failed", "succeeded"

lesson = Lesson(
    "CircuitBreaker",
    "ch07_pipeline",
    minutes=15,
    difficulty=1,
    returns=("True or False from allows()", a_bool),
)


class Course:
    """What a sequence of calls is about.

    Attributes:
        succeeds_early: whether `succeeded` comes while the breaker still allows.
        goes_on: whether anything but the first question comes after the stop.
    """

    def __init__(self, methods: list[str], limit: int) -> None:
        """Go through the calls the way a right version counts them."""
        self.succeeds_early = self.goes_on = False
        failures, asked_when_stopped = 0, False
        for method in methods:
            self.goes_on |= asked_when_stopped or (method != ASK and failures >= limit)
            self.succeeds_early |= method == SUCCEED and failures < limit
            failures = {FAIL: failures + 1, SUCCEED: 0}.get(method, failures)
            asked_when_stopped |= method == ASK and failures >= limit


def course(trial: Trial) -> Course:
    """Return what the case's calls are about."""
    return Course([step.target for step in trial.case.steps[1:]], trial.given["limit"])


def finding(trial: Trial) -> Finding | None:
    """Return the first `allows()` with another answer than a right version's."""
    methods = [step.target for step in trial.case.steps]
    for number, (method, right) in enumerate(zip(methods, trial.right_answers, strict=True)):
        answer = trial.answers[number]
        if method == ASK and answer is not right:
            so_far = f"{_so_far(methods[1:number])}, and the limit is {trial.given['limit']}"
            return Finding(f"{_which(methods, number)} is {right}: {so_far}", _short(answer))
    return None


def _which(methods: list[str], number: int) -> str:
    count = methods.count(ASK)
    return "allows()" if count == 1 else f"allows() number {methods[: number + 1].count(ASK)}"


def _so_far(methods: list[str]) -> str:
    since = methods[len(methods) - methods[::-1].index(SUCCEED) :] if SUCCEED in methods else methods
    failures = since.count(FAIL)
    if FAIL not in methods:
        return "no failure of this object came before it"
    return f"{failures or 'no'} failure{'s' * (failures > 1)} in a row came before it"


def _short(answer: Any) -> str:
    return repr(answer) if answer is None or isinstance(answer, (bool, int)) else f"a {type(answer).__name__}"


@lesson.rule(
    4,
    reason="without a limit one session failed 3,272 times in a row, each time at the price of a call",
    look="How many failures came before this allows(), and what is the limit?",
    think="Fewer failures than the limit: go on. As many as the limit: stop.",
    nearly="allows() is: failures in a row < limit",
)
def stops_after_the_limit(trial: Trial) -> Finding | None:
    """Judge failures alone."""
    seen = course(trial)
    return None if seen.succeeds_early or seen.goes_on else finding(trial)


@lesson.rule(
    4,
    reason="failures that are days apart say nothing about the next try; a counter that never starts over "
    "stops every long session",
    look="Which failures came after the last success?",
    think="Only failures in a row count, and a success ends the row.",
    nearly="succeeded() sets the count to 0, also while the breaker still allows",
)
def starts_over_after_a_success(trial: Trial) -> Finding | None:
    """Judge successes that come before the limit is reached."""
    seen = course(trial)
    return finding(trial) if seen.succeeds_early and not seen.goes_on else None


@lesson.rule(
    4,
    reason="a breaker that closes by itself tries again, fails again, and pays again: more than fifty useless "
    "compactions in one session (riba2534/happyclaw#300)",
    look="What happened between the stop and this allows()?",
    think="Neither asking nor failing again may close it. Only a success does, such as one the user asked for by hand.",
    nearly="allows() changes nothing, and compares with < so that further failures keep it stopped",
)
def waits_for_a_success(trial: Trial) -> Finding | None:
    """Judge what comes after a stop."""
    return finding(trial) if course(trial).goes_on else None


@lesson.rule(
    1,
    on=("refusal",),
    reason="a limit of 0 switches compaction off without a word, and the session dies of its length",
    look="What would a limit of 0 mean?",
    think="A breaker stops after failures, so at least one comes first.",
    nearly="if limit < 1: raise ValueError with its name and value",
)
def refuses_a_limit_below_one(trial: Trial) -> Finding | None:
    """Judge limits that cannot be."""
    return refusal(trial, lambda given: ["limit"])


def case(name: str, methods: str, size: int = 0, **arguments: int) -> Case:
    """Make a case from calls written as letters: `a` asks, `f` fails, `s` succeeds."""
    words = {"a": ASK, "f": FAIL, "s": SUCCEED}
    steps = (Step(NEW, (), arguments), *(Step(words[letter]) for letter in methods))
    return Case(name, size or 100 * len(methods) + arguments.get("limit", 3), steps)


@lesson.enumeration
def every_short_course() -> Iterator[Case]:
    """Yield every course of up to six calls that ends with a question, shortest first."""
    for length in range(6):
        for letters in product("afs", repeat=length):
            for limit in (1, 2, 3):
                yield case(f"small {''.join(letters)}a at {limit}", "".join(letters) + "a", limit=limit)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("the default limit, asked after each failure", "afafafa"),
        case("the default limit, at once", "fffa"),
        case("one failure below the default limit", "ffa"),
        case("a limit of 1", "afa", limit=1),
        case("a limit of 5", "ffffafa", limit=5),
        case("a success in time", "ffsffafa"),
        case("a success at the very start", "sfffa"),
        case("two successes in a row", "fssfa", limit=2),
        case("a success after the stop", "fffasa"),
        case("a success after many more failures", "fffffffsa"),
        case("more failures than the limit", "fffafafa"),
        case("asked again and again", "fffaaaaa"),
        case("stopped, closed and stopped again", "fffasffafa"),
        case("a hundred failures", "f" * 100 + "a"),
        case("asked a hundred times before", "a" * 100 + "ffafa"),
        case("a limit of 0", "", 1, limit=0),
        case("a negative limit", "", 2, limit=-3),
    ]
