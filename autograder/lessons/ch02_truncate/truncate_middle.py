"""What a right `truncate_middle` does."""

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
    "truncate_middle",
    "ch02_truncate",
    minutes=15,
    difficulty=2,
    returns=("a text", a_text),
    raises=("UnicodeDecodeError", "UnicodeEncodeError"),
)


judged = stumbling(lambda trial: "counts_code_points")


@lesson.rule(
    1,
    reason="a result that was cut for nothing is read again, and paid for again (shareAI-lab/learn-claude-code#62)",
    look="How many characters has the text, and how many may it have?",
    think="As in truncate: a text of exactly max_length characters fits.",
    nearly="if there is room and len(text) <= max_length: return text",
)
@judged
def leaves_what_fits(trial: Trial) -> Finding | None:
    """Judge texts at or under the limit."""
    return left_whole(trial)


@lesson.rule(
    1,
    reason="a budget that is used up comes out as zero or less, and a slice reads a negative limit from the other end",
    look="What do your slices give when the limit is -1?",
    think="As in truncate: without room nothing can stay.",
    nearly='if max_length <= 0: return ""',
)
@judged
def is_empty_without_room(trial: Trial) -> Finding | None:
    """Judge limits of zero and less."""
    return left_empty(trial)


@lesson.rule(
    2,
    reason="two ends without a mark between them read like one text that says something else",
    look="Where in your answer does the marker stand?",
    think="The marker stands where characters went: between the head and the tail.",
    nearly="head + marker + tail",
)
@judged
def marks_the_cut(trial: Trial) -> Finding | None:
    """Judge that the marker is there."""
    cut = Cut.of(trial)
    if not cut.is_usual or not cut.is_plain or cut.marker in trial.answer:
        return None
    return Finding(f"a text with {cut.marker!r} where characters went", shown(trial.answer))


@lesson.rule(
    4,
    reason="a log says at its start which command ran, and a file which file it is",
    look="How much room is left beside the marker, and is its first half filled from the front?",
    think="Half of the room left by the marker belongs to the front of the text.",
    nearly="room = max_length - len(marker); the answer begins with text[:half of room]",
)
@judged
def keeps_the_front(trial: Trial) -> Finding | None:
    """Judge the head, the odd character left open."""
    cut = Cut.of(trial)
    front = cut.text[: max(0, cut.room) // 2]
    if not cut.is_usual or not cut.is_plain or trial.answer.startswith(front):
        return None
    expected = f"{shown(front)} first: half of the room of {cut.room} that the marker {cut.marker!r} leaves"
    return Finding(expected, shown(trial.answer))


@lesson.rule(
    5,
    reason="an error stands at the end of a log; a tool that keeps the head only hides why the build failed",
    look="What are the last characters of the text, and of your answer?",
    think="The other half of the room belongs to the end of the text, counted from the end.",
    nearly="the answer ends with text[len(text) - tail:], where tail is half of the room",
)
@judged
def keeps_the_end(trial: Trial) -> Finding | None:
    """Judge the tail, the odd character left open."""
    cut = Cut.of(trial)
    half = max(0, cut.room) // 2
    end = cut.text[len(cut.text) - half :]
    if not cut.is_usual or not cut.is_plain or trial.answer.endswith(end):
        return None
    return Finding(f"{shown(end)} last: the end of the text, as long as the head", shown(trial.answer))


@lesson.rule(
    3,
    reason="a marker added after the cut makes every result longer than its limit (elizaOS/eliza#23678)",
    look="How long is your answer? And what is text[-0:]?",
    think="Head, marker and tail share the limit. A tail of no characters must be no text at all.",
    nearly="len(head) + len(marker) + len(tail) == max_length",
)
@judged
def never_exceeds_the_limit(trial: Trial) -> Finding | None:
    """Judge the length."""
    cut = Cut.of(trial)
    if not cut.is_usual or not cut.is_plain or len(trial.answer) <= cut.limit:
        return None
    got = f"{shown(trial.answer)}, {counted(len(trial.answer), 'character')}"
    return Finding(f"at most {counted(cut.limit, 'character')}", got)


@lesson.rule(
    4,
    reason="one character more or less changes every byte after it, and a prompt cache misses from there on",
    look="How many characters of room are left beside the marker: an even number, or an odd one?",
    think="The head gets half of the room, rounded up; the tail gets the rest.",
    nearly="tail = room // 2; head = room - tail",
)
@judged
def gives_the_head_the_odd_character(trial: Trial) -> Finding | None:
    """Judge how the room is divided."""
    cut = Cut.of(trial)
    if not cut.is_usual or not cut.is_plain or trial.answer == trial.right_answer:
        return None
    tail = cut.room // 2
    expected = (
        f"{shown(trial.right_answer)}: of the room of {cut.room} the head gets {cut.room - tail}, the tail {tail}"
    )
    return Finding(expected, shown(trial.answer))


@lesson.rule(
    3,
    reason="limits get small: what is left of a budget may have less room than the marker takes",
    look="How long is the marker, and how many characters may the answer have?",
    think="As in truncate: a marker that fills the limit is itself cut to the limit, and nothing of the text stays.",
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
    nearly="count the tail from the front: text[len(text) - tail:] is right for a tail of 0 too",
)
@judged
def works_without_a_marker(trial: Trial) -> Finding | None:
    """Judge empty markers."""
    return unmarked(trial)


@lesson.rule(
    3,
    reason="a cut counted in bytes falls inside a character at both ends (esengine/DeepSeek-Reasonix#1970)",
    look="What is len() of your answer, and of the right one?",
    think="Python counts and slices a text by code points. Leave it at that: no bytes, no width on a screen.",
    nearly="len(text) and slices of the text itself, never of text.encode()",
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
    think="Two slices take what stays. A loop that takes out one character at a time copies the text each time.",
    nearly="two slices, no loop",
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
    log = "\n".join(["make test", *(f"test {number} passed" for number in range(12)), "Error: no such table: orders"])
    return [
        cut_case("a log with its error at the end", log, 61),
        cut_case("one character too long", "abcdef", 5),
        cut_case("exactly at the limit", "abcdef", 6),
        cut_case("the empty text", "", 3),
        cut_case("no room", "abcdef", 0),
        cut_case("less than no room", "abcdef", -2),
        cut_case("less than no room, a long marker", "abcdef", -1, "[cut]"),
        cut_case("room for the marker and one character", "abcdef", 2),
        cut_case("room for a long marker and one character", "abcdefghij", 6, "[cut]"),
        cut_case("an empty marker, an even room", "abcdefgh", 4, ""),
        cut_case("an empty marker, an odd room", "abcdefgh", 5, ""),
        cut_case("an empty marker, one character", "abcdefgh", 1, ""),
        cut_case("a marker of several characters", "abcdefghijkl", 9, "[cut]"),
        cut_case("a marker as long as the limit", "abcdef", 5, "[cut]"),
        cut_case("a marker longer than the limit", "abcdef", 3, "[cut]"),
        cut_case("a text that fits beside a marker that would not", "ab", 3, "[cut]"),
        cut_case("a text that holds the marker already", "ab…cdef", 5),
        cut_case("white space at the cut", "one  two  three", 9),
        cut_case("Chinese", "你好，请帮我查一下北京的天气。", 6),
        cut_case("a family of emoji, cut inside", "👨‍👩‍👧‍👦 went home 👨‍👩‍👧‍👦", 8),
        cut_case("flags, cut inside", "🇨🇳🇫🇷🇯🇵", 3, ""),
        cut_case(
            "a combining mark, cut off its letter", "cafe\N{COMBINING ACUTE ACCENT}s, the\N{COMBINING ACUTE ACCENT}", 5
        ),
        cut_case("lone surrogates", "\ude00\ud83d and \ude00", 4),
        cut_case("a lone surrogate that fits", "a\ud83db", 4),
        cut_case("a marker beyond the basic plane", "abcdefgh", 6, "✂️🤖"),
        *wide_cuts(),
        *_large(),
    ]


def _large() -> list[Case]:
    step = Step(CALL, (built("long_text", length=300_000), 1_000))
    return [Case("a text of 300,000 characters", 10**9, (step,), seconds=0.2)]
