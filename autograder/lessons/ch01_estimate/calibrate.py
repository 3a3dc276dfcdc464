"""What a right `calibrate` does."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from autograder.execution.cases import CALL, Case, Step
from autograder.execution.values import Encoder
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_number
from autograder.lessons.trial import Trial

lesson = Lesson(
    "calibrate",
    "ch01_estimate",
    minutes=10,
    difficulty=1,
    returns=("a factor: a number from 0.5 to 2.0", a_number),
)

LEAST, MOST = 0.5, 2.0
Pair = tuple[int, int]


def usable(pairs: list[Pair]) -> list[Pair]:
    """Return the pairs with a positive estimate and a positive actual count."""
    return [(estimated, actual) for estimated, actual in pairs if estimated > 0 and actual > 0]


def sums(pairs: list[Pair]) -> tuple[int, int]:
    """Return the sum of the estimates of usable pairs, and of the actual counts."""
    return sum(estimated for estimated, _ in usable(pairs)), sum(actual for _, actual in usable(pairs))


def subject(pairs: list[Pair]) -> str:
    """Return the name of the rule whose subject these pairs are, so that each mistake has one name."""
    if not usable(pairs):
        return "is_one_without_a_usable_pair"
    estimated, actual = sums(pairs)
    if not LEAST <= actual / estimated <= MOST:
        return "stays_between_half_and_double"
    return "divides_the_sums" if usable(pairs) == pairs else "leaves_out_what_is_not_positive"


def judged(trial: Trial, rule: str, words: str = "") -> Finding | None:
    """Judge a case that is the subject of a rule; the others are other rules' work."""
    pairs = trial.given["pairs"]
    if subject(pairs) != rule or abs(trial.answer - trial.right_answer) < 1e-9:
        return None
    estimated, actual = sums(pairs)
    division = f"{actual:,} actual / {estimated:,} estimated" if estimated else "there is no usable pair"
    return Finding(f"{digits(trial.right_answer)}: {division}{words}{unrounded(trial)}", digits(trial.answer))


def digits(number: float) -> str:
    """Write a factor, shorter where it is long, and never as another number without a sign of it.

    Examples:
        >>> digits(0.8), digits(2 / 3), digits(0.6667)
        ('0.8', '0.666666…', '0.6667')
    """
    text = repr(number)
    return text if len(text) <= 8 or "e" in text else f"{text[:8]}…"


def unrounded(trial: Trial) -> str:
    """Say that a factor is not rounded, where it was."""
    was_rounded = any(trial.answer == round(trial.right_answer, places) for places in range(7))
    return ", not rounded" if was_rounded else ""


@lesson.rule(
    5,
    reason="a mean of ratios lets one tiny message weigh as much as a file of 50,000 tokens; a rounded factor is off "
    "in every estimate",
    look="Do you add up first and divide then, or divide first? And is something rounded?",
    think="The sum of what it was, by the sum of what you thought: large requests count more than small ones.",
    nearly="sum of actual / sum of estimated",
)
def divides_the_sums(trial: Trial) -> Finding | None:
    """Judge pairs that are all usable and say nothing extreme."""
    return judged(trial, "divides_the_sums")


@lesson.rule(
    3,
    reason="usage of 0 after a failed report drags the factor down until nothing triggers (openclaw/openclaw#120264)",
    look="Which pairs hold a 0 or a negative number, and which of the two numbers is it?",
    think="A pair teaches something only if both its numbers are positive; else the whole pair goes.",
    nearly="keep a pair if estimated > 0 and actual > 0",
)
def leaves_out_what_is_not_positive(trial: Trial) -> Finding | None:
    """Judge pairs some of which are of no use."""
    return judged(trial, "leaves_out_what_is_not_positive", ", of the pairs with two positive numbers")


@lesson.rule(
    3,
    reason="one odd report must not turn the gauge off: gemini-cli keeps its factor between 0.5 and 2.0, as here",
    look="What is the factor here before anything is done to it?",
    think="Whatever the reports say, the factor is at least 0.5 and at most 2.0: the result is kept in bounds, not the "
    "pairs.",
    nearly="min(2.0, max(0.5, factor))",
)
def stays_between_half_and_double(trial: Trial) -> Finding | None:
    """Judge factors out of bounds."""
    return judged(trial, "stays_between_half_and_double", ", kept between 0.5 and 2")


@lesson.rule(
    1,
    reason="before the first reply there is nothing to learn from, and the estimate must still work",
    look="What is left to divide by here?",
    think="Nothing learned means nothing corrected: a factor that changes nothing.",
    nearly="if no pair is left: return 1.0",
)
def is_one_without_a_usable_pair(trial: Trial) -> Finding | None:
    """Judge cases with nothing to learn from."""
    return judged(trial, "is_one_without_a_usable_pair")


def case(name: str, pairs: list[Pair], size: int = 0) -> Case:
    """Make a case from pairs."""
    step = Step(CALL, (Encoder().encode(pairs),))
    return Case(name, size or 100 * len(pairs) + sum(map(abs, sum(pairs, ()))), (step,))


@lesson.enumeration
def every_few_pairs() -> Iterator[Case]:
    """Yield up to three pairs of small numbers, fewest first."""
    numbers = (0, 2, 3, 8)
    single = [(estimated, actual) for estimated in numbers for actual in numbers]
    for count in range(4):
        for number, pairs in enumerate(combinations_with_replacement(single, count)):
            yield case(f"{count} pairs, {number}", list(pairs))


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("no pair", [], 1),
        case("one pair", [(100, 150)]),
        case("estimates that were right", [(40, 40), (60, 60)]),
        case("estimates that were too high", [(100, 80), (300, 180)]),
        case("a small and a large request", [(10, 19), (1_000, 1_010)]),
        case("a report of 0 among others", [(100, 120), (400, 0), (100, 130)]),
        case("an estimate of 0 among others", [(100, 120), (0, 400), (100, 130)]),
        case("negative numbers among others", [(100, 120), (-50, 400), (300, -10)]),
        case("two negative numbers", [(100, 120), (-100, -300)]),
        case("only pairs of no use", [(0, 10), (10, 0), (0, 0), (-5, -5)]),
        case("ten times too low", [(10, 100), (20, 200)]),
        case("ten times too high", [(100, 10), (200, 20)]),
        case("exactly half", [(100, 50)]),
        case("exactly double", [(50, 100)]),
        case("just over double", [(100, 201)]),
        case("one extreme pair among calm ones", [(10, 90), (1_000, 1_100), (990, 910)]),
    ]
