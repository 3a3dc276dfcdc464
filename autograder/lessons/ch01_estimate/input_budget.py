"""What a right `input_budget` does."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.common import refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "input_budget",
    "ch01_estimate",
    minutes=5,
    difficulty=1,
    returns=("a whole number of tokens", an_int),
)


def judged(trial: Trial) -> Finding | None:
    """Judge the number."""
    if trial.answer == trial.right_answer:
        return None
    given = trial.given
    return Finding(
        f"{trial.right_answer:,}: {given['window']:,} - {given['max_output']:,} - {given['buffer']:,}",
        f"{trial.answer:,}",
    )


@lesson.rule(
    9,
    reason="a prompt that fills 78 percent of the window was refused: the reply's room was not subtracted "
    "(earendil-works/pi#8061)",
    look="Prompt and reply share one window. How much of it does your function keep for the reply?",
    think="Whatever the reply may take is not there for the history.",
    nearly="window - max_output - ...",
)
def leaves_room_for_the_reply(trial: Trial) -> Finding | None:
    """Judge cases without a buffer."""
    return None if trial.given["buffer"] else judged(trial)


@lesson.rule(
    9,
    reason="an estimate is off by some percent, so a budget without a margin is overrun by a prompt that seemed to fit",
    look="Which of the three arguments does your answer not depend on?",
    think="The buffer is a margin for what the estimate does not see. It comes off as well, and in full.",
    nearly="... - buffer",
)
def leaves_the_buffer_free(trial: Trial) -> Finding | None:
    """Judge cases with a buffer."""
    return judged(trial) if trial.given["buffer"] else None


@lesson.rule(
    1,
    on=("refusal",),
    reason="a buffer below zero makes the window larger than it is, and the request is refused (cline/cline#11894)",
    look="One of the three numbers is below zero. What does your function make of it?",
    think="No part of a window is negative: that is a mistake elsewhere. Say which number it is, and compute nothing.",
    nearly="for each of the three: if it is below 0: raise ValueError(f'{name} is {value}: ...')",
)
def refuses_a_negative_size(trial: Trial) -> Finding | None:
    """Judge numbers that cannot be."""
    return refusal(trial, negative) if negative(trial.given) else None


def negative(given: dict[str, Any]) -> list[str]:
    """Return the names of the arguments that are below zero."""
    return [name for name in ("window", "max_output", "buffer") if given[name] < 0]


@lesson.rule(
    1,
    on=("refusal",),
    reason="a reserve larger than a small window made a threshold of 0, which is always reached (cline/cline#11894)",
    look="What is left of the window here, and what does a budget of that size mean?",
    think="A budget of 0 or less cannot hold a request. That is a setting to correct, so say so, with its value.",
    nearly="if the budget is not above 0: raise ValueError(f'window is {window}, but ...')",
)
def refuses_a_budget_of_nothing(trial: Trial) -> Finding | None:
    """Judge settings that leave nothing."""
    if negative(trial.given):
        return None
    return refusal(trial, lambda given: ["window", "max_output", "buffer"])


def case(name: str, window: int, max_output: int, buffer: int, size: int = 0) -> Case:
    """Make a case from the three numbers."""
    return Case(name, size or window + max_output + buffer, (Step(CALL, (window, max_output, buffer)),))


@lesson.enumeration
def every_small_budget() -> Iterator[Case]:
    """Yield small windows that have something left, smallest first."""
    for window in range(1, 12):
        for max_output in range(window):
            for buffer in range(window - max_output):
                yield case(f"{window}, {max_output} and {buffer}", window, max_output, buffer)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("the worked example", 8_192, 1_024, 512),
        case("a large window", 200_000, 20_000, 13_000),
        case("no buffer", 8_192, 1_024, 0),
        case("no reply", 8_192, 0, 512),
        case("the whole window", 8_192, 0, 0),
        case("one token is left", 8_192, 8_000, 191),
        case("nothing is left", 8_192, 8_000, 192),
        case("less than nothing is left", 8_192, 8_192, 512),
        case("a reply larger than the window", 4_096, 8_192, 0),
        case("a buffer larger than the window", 4_096, 0, 5_000),
        case("no window", 0, 0, 0, 10**6),
        case("a negative buffer", 100, 20, -5, 150),
        case("a negative reply", 100, -20, 5, 151),
        case("a negative window", -100, 0, 0, 152),
        case("a negative reply that leaves room all the same", 8_192, -1, 512),
    ]
