"""What a right `rough_token_count` does."""

from collections.abc import Iterator
from fractions import Fraction

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "rough_token_count",
    "ch01_estimate",
    minutes=10,
    difficulty=1,
    returns=("a whole number of tokens", an_int),
)


def quotient(trial: Trial) -> Fraction:
    """Return the characters by the characters of a token, exactly."""
    return len(trial.given["text"]) / Fraction(str(trial.given["chars_per_token"]))


def subject(trial: Trial) -> str:
    """Return the name of the rule whose subject a case is, so that each mistake has one name."""
    text, exact = trial.given["text"], quotient(trial)
    if text and (not text.isascii() or text[0] in "{["):
        return "looks_at_the_length_only"
    if exact < 1:
        return "is_never_below_one" if trial.answer < 1 else "divides_by_chars_per_token"
    if exact.denominator == 1:
        return "divides_by_chars_per_token"
    return "rounds_half_up" if exact.denominator == 2 else "rounds_to_the_nearest"


def judged(trial: Trial, rule: str, words: str) -> Finding | None:
    """Judge a case that is the subject of a rule; the others are other rules' work."""
    if subject(trial) != rule or trial.answer == trial.right_answer:
        return None
    length, per_token = len(trial.given["text"]), trial.given["chars_per_token"]
    noun = "character" if length == 1 else "characters"
    division = f"{length:,} {noun} / {per_token} = {float(quotient(trial)):g}"
    return Finding(f"{trial.right_answer}: {division}{words}", str(trial.answer))


@lesson.rule(
    1,
    reason="a count of 0 reads like no count at all, and whatever divides by it falls over",
    look="What does your function return for the empty text, and for a single letter?",
    think="This rough count never says 0.",
    nearly="max(1, the rounded quotient)",
)
def is_never_below_one(trial: Trial) -> Finding | None:
    """Judge texts shorter than a token."""
    return judged(trial, "is_never_below_one", ", and never below 1")


@lesson.rule(
    3,
    reason="JSON costs half as much again as prose of its length; divided by four like the rest, it is cut too late",
    look="Which number does your function divide by: 4, or the argument?",
    think="The caller knows what the text is and says how many characters make a token.",
    nearly="len(text) / chars_per_token",
)
def divides_by_chars_per_token(trial: Trial) -> Finding | None:
    """Judge quotients that are whole, and texts shorter than a token that count for several."""
    return judged(trial, "divides_by_chars_per_token", "")


@lesson.rule(
    3,
    reason="a count that only rounds one way is off by half a token for each small text, always in the same direction",
    look="Is the quotient nearer to the whole number below or to the one above?",
    think="Neither floor nor ceil: the nearest whole number.",
    nearly="floor(quotient + 0.5)",
)
def rounds_to_the_nearest(trial: Trial) -> Finding | None:
    """Judge quotients that are neither whole nor half way."""
    return judged(trial, "rounds_to_the_nearest", ", to the nearest")


@lesson.rule(
    4,
    reason="Python's round(2.5) is 2 and round(4.5) is 4: a port from another language counts differently",
    look="What does round(2.5) give in Python, and what did they teach you at school?",
    think="Python rounds half to the even neighbour. Here half goes up, every time.",
    nearly="math.floor(quotient + 0.5), or integers: (2 * length + per_token) // (2 * per_token)",
)
def rounds_half_up(trial: Trial) -> Finding | None:
    """Judge quotients that lie half way."""
    return judged(trial, "rounds_half_up", ", and half goes up")


@lesson.rule(
    2,
    reason="a counter that guesses the kind of a text counts the same bytes differently after one edit",
    look="Does your function look at what the text says, or at anything but how many characters it has?",
    think="Nothing is detected. JSON gets 2 because the caller passes 2.",
    nearly="len(text) is all there is to know of the text",
)
def looks_at_the_length_only(trial: Trial) -> Finding | None:
    """Judge JSON, ideographs and emoji."""
    return judged(trial, "looks_at_the_length_only", "; what the text says plays no part")


def case(name: str, text: str, chars_per_token: float | None = None, size: int = 0) -> Case:
    """Make a case from a text; without a number, the default is used."""
    arguments = {} if chars_per_token is None else {"chars_per_token": chars_per_token}
    return Case(name, size or 10 * len(text) + len(arguments), (Step(CALL, (text,), arguments),))


@lesson.enumeration
def every_small_length() -> Iterator[Case]:
    """Yield texts of up to 30 characters with small divisors, smallest first."""
    text = "thirty characters of plain text"[:30]
    for length in range(31):
        yield case(f"{length} characters", text[:length])
        for chars_per_token in (1, 2, 3, 5, 6):
            yield case(f"{length} characters by {chars_per_token}", text[:length], chars_per_token)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    return [
        case("the empty text", ""),
        case("the empty text by 2", "", 2),
        case("a single letter", "a"),
        case("10 characters", "ten chars."),
        case("18 characters", "eighteen characte."),
        case("a quarter above", "five."),
        case("a quarter below", "seven c"),
        case("JSON, and the caller says 2", '{"path": "notes.md"}', 2),
        case("JSON, and the caller says nothing", '{"path": "notes.md"}'),
        case("a JSON list", '["a", "b", "c", "d"]'),
        case("Chinese", "你好，请帮我查一下北京的天气。"),
        case("emoji", "👍🎉🔥✅🚀😀👍🎉"),
        case("an accent that stands alone", "e\u0301" * 6),
        case("one half of an emoji", "\ud83d" * 8),
        case("3.3 characters a token", "ten chars.", 3.3),
        case("2.5 characters a token", "ten chars!", 2.5),
        case("half a character a token", "abc", 0.5),
        case("a long text", "Nothing ever leaves the history. " * 200),
    ]
