"""What a right `budget_snapshot` does."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.common import refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_bool, a_dict_of, an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "budget_snapshot",
    "ch01_estimate",
    minutes=15,
    difficulty=2,
    returns=(
        "a dict with exactly 'effective_window', 'threshold', 'remaining', 'percent' (whole numbers) "
        "and 'should_compact' (True or False)",
        a_dict_of(effective_window=an_int, threshold=an_int, remaining=an_int, should_compact=a_bool, percent=an_int),
    ),
)


def judged(trial: Trial, entry: str, words: str) -> Finding | None:
    """Judge one entry of the answer.

    Args:
        trial: a case with an answer.
        entry: its key.
        words: how the right value comes about.
    """
    mine, right = trial.answer[entry], trial.right_answer[entry]
    return None if mine == right else Finding(f"{entry} {spelled(right)}: {words}", f"{entry} {spelled(mine)}")


def spelled(value: Any) -> str:
    """Write a number, or True or False."""
    return str(value) if type(value) is bool else f"{value:,}"


@lesson.rule(
    2,
    reason="a public analysis put a threshold at 187,000 of 200,000, because it forgot the 20,000 of the reply",
    look="How much of the window is left once the reply has its room?",
    think="The effective window is what prompt and margin may share: the window without the reserve.",
    nearly="window - reserve",
)
def sets_the_reserve_aside(trial: Trial) -> Finding | None:
    """Judge the effective window."""
    given = trial.given
    return judged(trial, "effective_window", f"window {given['window']:,} - reserve {given['reserve']:,}")


@lesson.rule(
    2,
    reason="a threshold at the very edge is reached when the next request is already refused",
    look="By how much must the threshold lie below the effective window?",
    think="The summary has to be asked for while there is still room to ask. That room is the buffer.",
    nearly="effective window - buffer",
)
def warns_before_the_edge(trial: Trial) -> Finding | None:
    """Judge the threshold."""
    effective = trial.right_answer["effective_window"]
    return judged(trial, "threshold", f"effective window {effective:,} - buffer {trial.given['buffer']:,}")


@lesson.rule(
    3,
    reason="a negative remainder shown to a user, or added to a budget, makes the next step worse",
    look="How much is left of the effective window, and what if more was used than there is?",
    think="What remains is measured to the effective window, not to the threshold, and it is never below 0.",
    nearly="max(0, effective window - used)",
)
def never_has_less_than_nothing_left(trial: Trial) -> Finding | None:
    """Judge what remains."""
    effective, used = trial.right_answer["effective_window"], trial.given["used"]
    never_below = "" if used <= effective else ", and never below 0"
    return judged(trial, "remaining", f"effective window {effective:,} - used {used:,}{never_below}")


@lesson.rule(
    3,
    reason="a trigger one token late sends the request that is refused",
    look="Is used below the threshold, at it, or above it?",
    think="At the threshold the answer is yes.",
    nearly="used >= threshold",
)
def compacts_at_the_threshold(trial: Trial) -> Finding | None:
    """Judge the decision."""
    used, threshold = trial.given["used"], trial.right_answer["threshold"]
    relation = "is below" if used < threshold else "has reached"
    return judged(trial, "should_compact", f"used is {used:,}, and that {relation} the threshold of {threshold:,}")


@lesson.rule(
    3,
    reason="a gauge that says 100 while there is room, or 28 where it is 29, is believed by nobody",
    look="Of which number is it a percentage, and what became of the part after the point?",
    think="Per cent of the effective window, rounded down. In floats, 0.29 * 100 is 28.999999999999996.",
    nearly="whole numbers all the way: 100 * used // effective window",
)
def rounds_the_percentage_down(trial: Trial) -> Finding | None:
    """Judge the percentage up to 100."""
    effective, used = trial.right_answer["effective_window"], trial.given["used"]
    if used > effective:
        return None
    return judged(trial, "percent", f"100 * {used:,} / {effective:,} is {100 * used / effective:.2f}, rounded down")


@lesson.rule(
    1,
    reason="a gauge that stops at 100 hides that a smaller model was switched on and half the history does not fit",
    look="What does the percentage say when twice the window is used?",
    think="More than everything is more than 100. The number is there to be seen.",
    nearly="no min(100, ...)",
)
def lets_the_percentage_pass_a_hundred(trial: Trial) -> Finding | None:
    """Judge the percentage above 100."""
    effective, used = trial.right_answer["effective_window"], trial.given["used"]
    if used <= effective:
        return None
    return judged(trial, "percent", f"100 * {used:,} / {effective:,}, rounded down and not stopped at 100")


@lesson.rule(
    1,
    on=("refusal",),
    reason="a reserve larger than a small window made a threshold of 0, which is always reached (cline/cline#11894)",
    look="What is the threshold here, and when would it be reached?",
    think="A threshold of 0 or less is always reached. The settings cannot be meant, so refuse them with their values.",
    nearly="if threshold is not above 0: raise ValueError(f'window is {window}, but ...')",
)
def refuses_a_threshold_of_nothing(trial: Trial) -> Finding | None:
    """Judge settings without a threshold."""
    return refusal(trial, lambda given: ["window", "reserve", "buffer"])


def case(name: str, used: int, size: int = 0, **settings: int) -> Case:
    """Make a case from the tokens used, and settings that are not the defaults."""
    return Case(name, size or used + settings.get("window", 200_000), (Step(CALL, (used,), settings),))


@lesson.enumeration
def every_small_window() -> Iterator[Case]:
    """Yield small windows with every use of them, smallest first."""
    for window in range(3, 10):
        for used in range(2 * window):
            yield case(f"{used} of {window}", used, window=window, reserve=1, buffer=1)
            yield case(f"{used} of {window}, all of it", used, window=window, reserve=0, buffer=0)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("nothing used", 0),
        case("a third used", 60_000),
        case("29 percent used", 52_200),
        case("57 percent used", 102_600),
        case("one below the threshold", 166_999),
        case("at the threshold", 167_000),
        case("one above the threshold", 167_001),
        case("one below the effective window", 179_999),
        case("the effective window is full", 180_000),
        case("the window is full", 200_000),
        case("a history made for a larger model", 500_000),
        case("a small window", 5_000, window=8_192, reserve=1_024, buffer=512),
        case("a threshold of one token", 1, window=8_192, reserve=8_000, buffer=191),
        case("a threshold of nothing", 0, window=8_192, reserve=8_000, buffer=192),
        case("the default reserve on a small window", 100, window=16_000),
        case("the default reserve and buffer on a window of 33,000", 100, window=33_000),
        case("a reserve larger than the window", 10, window=4_096, reserve=8_192, buffer=0),
        case("no window", 0, 10**6, window=0, reserve=0, buffer=0),
    ]
