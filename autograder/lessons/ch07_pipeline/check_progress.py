"""What a right `check_progress` does."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.ch07_pipeline.calls import said
from autograder.lessons.common import refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import nothing
from autograder.lessons.trial import Trial

STUCK = "CompressionStuckError"
WAY_OUT = "new session"

lesson = Lesson(
    "check_progress",
    "ch07_pipeline",
    minutes=10,
    difficulty=1,
    returns=("None", nothing),
    raises=(STUCK,),
)


def is_refused(trial: Trial) -> bool:
    """Say whether the arguments cannot be."""
    return trial.right.error is not None and "ValueError" in trial.right.error.kinds


def is_close(given: dict[str, Any]) -> bool:
    """Say whether `after` is within one token of the boundary, or so large that a float has no single tokens."""
    gap: int = given["after"] * 100 - given["before"] * given["ratio_percent"]
    return given["before"] > 0 and (abs(gap) < 200 or given["before"] > 2**53)


def finding(trial: Trial) -> Finding | None:
    """Return what is wrong with whether it raised; `None` where it is right."""
    if is_refused(trial):
        return None
    error = trial.outcome.error
    if trial.right.error is None:
        return None if error is None else Finding(f"None: {_relation(trial.given, 'is below')}", error.kinds[0])
    if error is not None and STUCK in error.kinds:
        return None
    got = said(error)
    return Finding(f"a {STUCK}: {_relation(trial.given, 'is not below')}", got)


def _relation(given: dict[str, Any], words: str) -> str:
    before, after, ratio = given["before"], given["after"], given["ratio_percent"]
    return f"{after} {words} {ratio} % of {before}" if before else "before is 0, so there was nothing to win"


@lesson.rule(
    4,
    on=("answer", "refusal"),
    reason="compaction reported success with as many tokens after it as before, round after round "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How large is after beside before here, and what did your function do?",
    think="Compacting that wins less than a tenth will win nothing next time either, and costs a call each time.",
    nearly="raise CompressionStuckError when after is not below ratio_percent per cent of before",
)
def stops_when_little_was_won(trial: Trial) -> Finding | None:
    """Judge numbers that are far from the boundary."""
    return None if trial.given["before"] == 0 or is_close(trial.given) else finding(trial)


@lesson.rule(
    4,
    on=("answer", "refusal"),
    reason="a published version compares with int(before * 0.9), and ends sessions that were still getting smaller",
    look="What exactly is ratio_percent per cent of before here, and is after below it?",
    think="Floats and rounded quotients miss the boundary. Multiply both sides by 100 and stay with whole numbers.",
    nearly="compare after * 100 with before * ratio_percent",
)
def is_exact_at_the_boundary(trial: Trial) -> Finding | None:
    """Judge numbers that are close to the boundary, or large."""
    return finding(trial) if is_close(trial.given) else None


@lesson.rule(
    1,
    on=("answer",),
    reason="a new session is compacted before it has said anything, and must not end for it",
    look="What is 90 % of 0, and is anything below it?",
    think="Where nothing was there, nothing could be won.",
    nearly="only where before is more than 0 can compacting be stuck",
)
def passes_an_empty_history(trial: Trial) -> Finding | None:
    """Judge a history of nothing."""
    return finding(trial) if trial.given["before"] == 0 else None


@lesson.rule(
    3,
    on=("answer", "refusal"),
    reason="without a way out the user sends the same message again, into the same wall",
    look="What does the user read when this is raised, and what should they do now?",
    think="The session cannot be made smaller, so the work goes on in a new one. Say it.",
    nearly=f"CompressionStuckError with a text that contains: {WAY_OUT}",
)
def tells_the_way_out(trial: Trial) -> Finding | None:
    """Judge the message, which is for those who are stuck only."""
    error = trial.outcome.error
    if is_refused(trial) or error is None or STUCK not in error.kinds:
        return None
    if trial.right.error is None:
        return finding(trial)
    if WAY_OUT in error.text.lower():
        return None
    got = f"the message {error.text!r}" if error.text else "no message"
    return Finding(f"a message with the words: {WAY_OUT}", got)


@lesson.rule(
    1,
    on=("refusal",),
    reason="a ratio of 0.9 where 90 is meant stops every session at its first compaction",
    look="Which of the three numbers cannot be?",
    think="Tokens are 0 or more, a part of something is 1 to 100 per cent. Check before comparing.",
    nearly="if not 1 <= ratio_percent <= 100: raise ValueError with its name and value",
)
def refuses_what_cannot_be(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, _at_fault) if is_refused(trial) else None


def _at_fault(given: dict[str, Any]) -> list[str]:
    negative = [name for name in ("before", "after") if given[name] < 0]
    return negative + (["ratio_percent"] if not 1 <= given["ratio_percent"] <= 100 else [])


def case(name: str, before: int, after: int, size: int = 0, **rest: int) -> Case:
    """Make a case from two counts."""
    return Case(name, size or 100 + before, (Step(CALL, (before, after), rest),))


@lesson.enumeration
def every_small_pair() -> Iterator[Case]:
    """Yield every pair of small counts with some ratios."""
    for before in range(1, 12):
        for after in range(before + 2):
            for ratio in (90, 50, 100, 1, 33):
                yield case(f"small {before}, {after} at {ratio}", before, after, ratio_percent=ratio)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    huge = 10**17
    return [
        case("far smaller", 6_000, 1_500),
        case("as large as before", 6_000, 6_000),
        case("larger than before", 6_000, 6_100),
        case("hardly smaller", 6_000, 5_700),
        case("everything gone", 6_000, 0),
        case("exactly 90 %", 1_000, 900),
        case("one token below 90 %", 1_000, 899),
        case("one token above 90 %", 1_000, 901),
        case("90 % is no whole number, and after is below it", 11, 9),
        case("90 % is no whole number, and after is above it", 11, 10),
        case("exactly 55 %, which a float puts higher", 100, 55, ratio_percent=55),
        case("exactly 7 %, which a float puts higher", 100, 7, ratio_percent=7),
        case("exactly 28 % of 200, which a float puts higher", 200, 56, ratio_percent=28),
        case("just below 100 %", 1_000, 999, ratio_percent=100),
        case("exactly 100 %", 1_000, 1_000, ratio_percent=100),
        case("exactly 1 %", 1_000, 10, ratio_percent=1),
        case("exactly 50 % of an odd number", 101, 50, ratio_percent=50),
        case("numbers larger than a float can tell apart, at 90 %", huge, huge // 10 * 9, 10**6),
        case("numbers larger than a float can tell apart, below 90 %", huge, huge // 10 * 9 - 1, 10**6 + 1),
        case("before is 0", 0, 0, 1),
        case("before is 0, and after is not", 0, 50, 2),
        case("a ratio of 0", 100, 50, 3, ratio_percent=0),
        case("a ratio above 100", 100, 50, 4, ratio_percent=101),
        case("a ratio of 0 and an empty history", 0, 0, 5, ratio_percent=0),
        case("a negative ratio", 100, 50, 6, ratio_percent=-90),
        case("a negative before", -1, 0, 7),
        case("a negative after", 100, -1, 8),
        case("a negative after of an empty history", 0, -1, 9),
    ]
