"""What a right `truncate` does."""

from collections.abc import Iterator

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lessons.ch02_truncate.cuts import (
    Cut,
    counted_in_code_points,
    cut_case,
    left_empty,
    left_whole,
    long_marker_cut,
    small_cuts,
    unmarked,
    wide_cuts,
)
from autograder.lessons.common import in_time
from autograder.lessons.contents import counted, shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_text
from autograder.lessons.stumbles import stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "truncate",
    "ch02_truncate",
    minutes=15,
    difficulty=1,
    returns=("a text", a_text),
    raises=("UnicodeDecodeError", "UnicodeEncodeError"),
)


judged = stumbling(lambda trial: "counts_code_points")


@lesson.rule(
    1,
    reason="a result that was cut for nothing is read again, and paid for again (shareAI-lab/learn-claude-code#62)",
    look="How many characters has the text, and how many may it have?",
    think="A text of exactly max_length characters fits, and so does the empty one. The marker is no reason to cut.",
    nearly="if there is room and len(text) <= max_length: return text",
)
@judged
def leaves_what_fits(trial: Trial) -> Finding | None:
    """Judge texts at or under the limit."""
    return left_whole(trial)


@lesson.rule(
    1,
    reason="a budget that is used up comes out as zero or less, and a slice reads a negative limit from the other end",
    look="What does text[:-1] give, and what should a limit of -1 give?",
    think="Without room nothing can stay, not even the marker.",
    nearly='if max_length <= 0: return ""',
)
@judged
def is_empty_without_room(trial: Trial) -> Finding | None:
    """Judge limits of zero and less."""
    return left_empty(trial)


@lesson.rule(
    2,
    reason="without a marker the model takes a front for the whole, and reports on a file it has half read",
    look="Which marker was given, and what are the last characters of your answer?",
    think="Whoever reads a cut text must see that it was cut.",
    nearly="some front of the text, plus marker",
)
@judged
def ends_with_the_marker(trial: Trial) -> Finding | None:
    """Judge that what was cut says so at its end."""
    cut = Cut.of(trial)
    if not cut.is_usual or not cut.is_plain or trial.answer.endswith(cut.marker):
        return None
    return Finding(f"a text that ends with {cut.marker!r}", shown(trial.answer))


@lesson.rule(
    5,
    reason="every character short of the limit is one that the agent has to fetch again",
    look="How many characters of the text fit before the marker, and how many of them are in your answer?",
    think="The room for the text is max_length less the length of the marker, to the last character.",
    nearly="text[: max_length - len(marker)]",
)
@judged
def keeps_the_front(trial: Trial) -> Finding | None:
    """Judge that all of the front that fits is there."""
    cut = Cut.of(trial)
    front = cut.text[: max(0, cut.room)]
    if not cut.is_usual or not cut.is_plain or trial.answer.startswith(front):
        return None
    expected = f"{shown(front)} first: max_length={cut.limit}, less {len(cut.marker)} for the marker {cut.marker!r}"
    return Finding(expected, shown(trial.answer))


@lesson.rule(
    5,
    reason="a marker added after the cut makes every result longer than its limit (elizaOS/eliza#23678)",
    look="How long is your answer, and how long may it be?",
    think="The marker takes room too. Cut first for the marker, then add it.",
    nearly="len(front) + len(marker) == max_length",
)
@judged
def never_exceeds_the_limit(trial: Trial) -> Finding | None:
    """Judge that text and marker together keep the limit."""
    cut = Cut.of(trial)
    if not cut.is_usual or not cut.is_plain or trial.answer == trial.right_answer:
        return None
    got = f"{shown(trial.answer)}, {counted(len(trial.answer), 'character')}"
    expected = f"{shown(trial.right_answer)}, {counted(cut.limit, 'character')} with the marker"
    return Finding(expected, got)


@lesson.rule(
    4,
    reason="limits get small: what is left of a budget may have less room than the marker takes",
    look="How long is the marker, and how many characters may the answer have?",
    think="A marker that fills the limit leaves no room for the text, and is itself cut to the limit.",
    nearly="if len(marker) >= max_length: return marker[:max_length]",
)
@judged
def cuts_a_long_marker(trial: Trial) -> Finding | None:
    """Judge markers that are not shorter than the limit."""
    return long_marker_cut(trial)


@lesson.rule(
    2,
    reason="a text that goes into a file or a key wants no mark in it, and an empty marker says so",
    look="Which marker was given, and what do your slices do with its length, which is 0?",
    think="The empty marker is a marker: it takes no room, and the text gets all of it.",
    nearly='an empty marker needs no case of its own: text[: max_length - 0] + "" is right already',
)
@judged
def works_without_a_marker(trial: Trial) -> Finding | None:
    """Judge empty markers."""
    return unmarked(trial)


@lesson.rule(
    4,
    reason="a cut counted in bytes falls inside a character: the request "
    "is refused as invalid text, now and then, and nobody can repeat it (elizaOS/eliza#18025)",
    look="What is len() of your answer, and of the right one?",
    think="Python counts and slices a text by code points. Leave it at that: no bytes, no width on a screen.",
    nearly="len(text) and text[:n], on the text itself, never on text.encode()",
)
@judged
def counts_code_points(trial: Trial) -> Finding | None:
    """Judge texts and markers whose characters are more than a byte."""
    return counted_in_code_points(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="a tool may return a whole log; a cut that takes seconds holds up every step of the agent",
    look="How often does your function copy the text?",
    think="One slice takes what stays. A loop that drops one character at a time copies the text each time.",
    nearly="one slice, no loop",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large text."""
    return in_time(trial)


@lesson.enumeration
def every_small_cut() -> Iterator[Case]:
    """Yield every small cut, smallest first."""
    yield from small_cuts()


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    log = "\n".join(f"line {number}: checked, nothing to report" for number in range(12))
    return [
        cut_case("a long text", log, 80),
        cut_case("one character too long", "abcdef", 5),
        cut_case("exactly at the limit", "abcdef", 6),
        cut_case("the empty text", "", 3),
        cut_case("no room", "abcdef", 0),
        cut_case("less than no room", "abcdef", -2),
        cut_case("less than no room, a long marker", "abcdef", -1, "[cut]"),
        cut_case("no room for an empty text", "", 0),
        cut_case("an empty marker", "abcdef", 4, ""),
        cut_case("a marker of several characters", "abcdefghij", 8, "[cut]"),
        cut_case("a marker as long as the limit", "abcdef", 5, "[cut]"),
        cut_case("a marker longer than the limit", "abcdef", 3, "[cut]"),
        cut_case("a marker one shorter than the limit", "abcdefghij", 6, "[cut]"),
        cut_case("a text that fits beside a marker that would not", "ab", 3, "[cut]"),
        cut_case("a text that ends with the marker already", "abc…", 3),
        cut_case("white space at the cut", "one  two", 5),
        cut_case("Chinese", "你好，请帮我查一下北京的天气。", 6),
        cut_case("a family of emoji, cut inside", "👨‍👩‍👧‍👦 went home", 4),
        cut_case("a flag, cut inside", "🇨🇳🇫🇷", 4, ""),
        cut_case("a combining mark, cut off its letter", "cafe\N{COMBINING ACUTE ACCENT}s", 5),
        cut_case("lone surrogates", "\ude00\ud83d and \ude00", 4),
        cut_case("a lone surrogate that fits", "a\ud83db", 4),
        cut_case("a marker beyond the basic plane", "abcdef", 4, "✂️🤖"),
        *wide_cuts(),
        *_large(),
    ]


def _large() -> list[Case]:
    step = Step(CALL, (built("long_text", length=300_000), 1_000))
    return [Case("a text of 300,000 characters", 10**9, (step,), seconds=0.2)]
