"""What a right `safe_name` does: properties of names, whatever they look like."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_text
from autograder.lessons.trial import Trial

lesson = Lesson(
    "safe_name",
    "ch04_placeholders",
    minutes=20,
    difficulty=2,
    returns=("a text", a_text),
    raises=("UnicodeEncodeError",),
)

LONGEST = 64
UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
Named = tuple[str, str, str]  # id, text, and the name they got


def named(trial: Trial) -> list[Named]:
    """Return every call of a trial that got a name, with that name, in order."""
    calls = [args for _, args, _ in trial.calls]
    return [(id, text, name) for (id, text), name in zip(calls, trial.answers, strict=True) if name is not None]


def pairs(trial: Trial) -> Iterator[tuple[Named, Named]]:
    """Yield every two calls of a trial whose names are the same."""
    yield from ((one, other) for one, other in combinations(named(trial), 2) if one[2] == other[2])


@lesson.rule(
    2,
    reason="an id is text from a model; with a slash and two dots in it a file lands outside its folder "
    "(CherryHQ/cherry-studio#16005)",
    look="Which character of your name is none of A-Z a-z 0-9 . _ -?",
    think="Keep letters, digits, dot, underline and hyphen; replace or drop everything else. Never an empty name.",
    nearly='re.sub(r"[^A-Za-z0-9._-]", "_", ...), and something behind it that is never empty',
)
def uses_safe_characters(trial: Trial) -> Finding | None:
    """Judge what names are made of."""
    for one in named(trial):
        unsafe = UNSAFE.search(one[2])
        if unsafe or not one[2]:
            got = f"{shown(one[2])}, with {unsafe.group()!r}" if unsafe else "the empty name"
            return Finding("a name of A-Z a-z 0-9 . _ - and nothing else", f"{got}, for {spelled(one)}")
    return None


@lesson.rule(
    5,
    reason="ids repeat: a second result under the same name would overwrite the first, and the first is lost",
    look="Which two texts got the same name, and in what do they differ?",
    think="A name must depend on the whole text, to its last character. A digest of the text does.",
    nearly="hashlib.sha256 of the text as bytes, and 16 digits or more of its hexdigest",
)
def differs_where_the_text_does(trial: Trial) -> Finding | None:
    """Judge results with one id and different texts."""
    for one, other in pairs(trial):
        if one[0] == other[0] and one[1] != other[1]:
            return clash(one, other, f"the texts differ {where(one[1], other[1])}")
    return None


@lesson.rule(
    5,
    reason="one file for two calls: a handle that shows the model the result of another call",
    look="Which two ids got the same name? What is left of them after you replace, drop or cut characters?",
    think="Two ids may become equal by replacing or cutting. Put the whole id into the digest, apart from the text.",
    nearly="a digest of the id's length, a colon, the id and the text; or a digest of each, one behind the other",
)
def differs_where_the_id_does(trial: Trial) -> Finding | None:
    """Judge results with different ids."""
    for one, other in pairs(trial):
        if one[0] != other[0]:
            return clash(one, other, f"the ids differ {where(one[0], other[0])}")
    return None


@lesson.rule(
    3,
    reason="on the disks of Windows and macOS Call_1.txt and call_1.txt are one file",
    look="Are the two names still different when both are written in small letters?",
    think="Some disks ignore case. What tells two names apart must not be the case of a letter alone.",
    nearly="let the digest see the id as it is, and write the digest in hexadecimal",
)
def differs_on_any_disk(trial: Trial) -> Finding | None:
    """Judge names on a disk that ignores case."""
    first: dict[str, Named] = {}
    for each in named(trial):
        one = first.setdefault(each[2].lower(), each)
        if one[2] != each[2]:
            return clash(one, each, "a disk that ignores case keeps one of them")
    return None


def where(one: str, other: str) -> str:
    """Say where two texts differ first.

    Examples:
        >>> where("call/1", "call_1"), where("ab", "abc")
        ("at character 4, '/' and '_'", 'in length, 2 and 3')
    """
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return f"at character {number:,}, {left!r} and {right!r}"
    return f"in length, {len(one):,} and {len(other):,}"


def clash(one: Named, other: Named, why: str) -> Finding:
    """Return the finding about two results whose files would be one."""
    calls = f"{spelled(one)} and {spelled(other)}"
    return Finding(f"two files for {calls}: {why}", f"{shown(one[2])} and {shown(other[2])}")


def spelled(each: Named) -> str:
    """Write the call that a name came from, long texts cut."""
    return f"safe_name({shown(each[0])}, {shown(each[1])})"


@lesson.rule(
    3,
    reason="a name that a disk refuses is a result that cannot be stored at all",
    look="How long is your name for a very long id?",
    think="Cut what you show of the id, so that it and the digest have room in 64 characters.",
    nearly="the front of the cleaned id, a hyphen, and the digest: at most 64 together",
)
def has_at_most_sixty_four_characters(trial: Trial) -> Finding | None:
    """Judge the length."""
    longest = max((name for _, _, name in named(trial)), key=len, default="")
    if len(longest) <= LONGEST:
        return None
    return Finding(f"at most {LONGEST} characters", f"{len(longest)} characters: {longest[:LONGEST]!r} and more")


@lesson.rule(
    2,
    reason="files that start with a dot are hidden, and `..` is a folder",
    look="With which character does your name begin?",
    think="A dot is a safe character, but not as the first one.",
    nearly='strip dots from the front, or begin every name with a word such as "result-"',
)
def starts_without_a_dot(trial: Trial) -> Finding | None:
    """Judge the first character."""
    for _, _, name in named(trial):
        if name.startswith("."):
            return Finding("a name that does not start with a dot", shown(name))
    return None


@lesson.rule(
    4,
    reason="a session that is loaded again looks for its files by name; under other names they are lost",
    look="What does your function use besides its two arguments?",
    think="No counter, no clock, no random number. Python's hash() is another number in each process: use hashlib.",
    nearly="nothing but the id and the text goes into the name",
)
def is_the_same_each_time(trial: Trial) -> Finding | None:
    """Judge calls that come twice."""
    for one, other in combinations(named(trial), 2):
        if one[:2] == other[:2] and one[2] != other[2]:
            return Finding(f"one name for {spelled(one)}, each time", f"{shown(one[2])} and {shown(other[2])}")
    return None


@lesson.rule(
    2,
    reason="half an emoji in a log of another program, and the result that holds it cannot be stored",
    look="Which character of the id or the text cannot be written as UTF-8?",
    think="A text may hold half a surrogate pair; encode() refuses it, and ignoring or replacing it makes texts equal.",
    nearly='.encode("utf-8", "surrogatepass")',
)
def takes_any_text(trial: Trial) -> Finding | None:
    """Judge that no character stops it."""
    for (_, args, _), error in zip(trial.calls, trial.outcome.errors, strict=True):
        if error is not None:
            got = f"{error.kinds[0]}: {error.text}"
            return Finding(f"a name for safe_name({shown(args[0])}, {shown(args[1])})", got)
    return None


FIRST, SECOND = "first line\nsecond line", "first line\nthird line"
IDS = ("call_1", "Call_1", "call/1", "call\\1", "call 1", "call:1", "../1", ".1", "", "1", "call_1\n", "呼叫1")
COLLIDING = {  # two texts with one digest, where it is weak or only its front is kept
    "crc32": ("plumless", "buckeroo"),
    "adler32": ("\x00\x02\x00", "\x01\x00\x01"),
    "eight digits of md5": ("text 51847", "text 130841"),
    "eight digits of sha1": ("text 72345", "text 90975"),
    "eight digits of sha256": ("text 859", "text 4460"),
}


def case(name: str, *calls: tuple[str, str]) -> Case:
    """Make a case of several calls; the first comes once more at the end."""
    steps = tuple(Step(CALL, each) for each in (*calls, calls[0]))
    return Case(name, sum(20 + len(id) + len(text) for id, text in calls), steps)


def ids_case(name: str, *ids: str) -> Case:
    """Make a case of different ids with one text, and of one of them with another text."""
    return case(name, *((id, FIRST) for id in ids), (ids[0], SECOND))


def texts_case(name: str, *texts: str) -> Case:
    """Make a case of different texts with one id, and of one of them with another id."""
    return case(name, *(("call/1", text) for text in texts), ("call/2", texts[0]))


def alike(kind: str, one: str, other: str) -> Case:
    """Make a case of two texts that look odd, so that it is shown where no plainer one tells the same."""
    return replace(texts_case(f"texts alike in {kind}", one, other), size=100_000)


@lesson.enumeration
def every_small_pair() -> Iterator[Case]:
    """Yield every pair of a few ids that are easily taken for one another, smallest first."""
    pairs_of_ids = sorted(combinations(IDS, 2), key=lambda pair: len(pair[0]) + len(pair[1]))
    for number, (one, other) in enumerate(pairs_of_ids):
        yield ids_case(f"small {number}", one, other)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    long, middle = "x" * 3_000, "x" * 1_500
    apart = "\n\0 :-_/|,;.#\t"
    whole = "one/two/six"
    lengths = [("1", whole), (whole, ""), (whole, "1"), ("", whole), ("o", "ne/two/six1")]
    many = [(f"call/{number % 3}", f"text {number}\n") for number in range(300)]
    return [
        ids_case("path separators", "a/b", "a\\b", "a_b", "a-b", "a.b", "ab"),
        ids_case("out of the folder", "../../etc/passwd", "/etc/passwd", "..", ".", "/"),
        ids_case("ids that differ in case", "Call/One", "call/one", "CALL/ONE"),
        ids_case("the empty id", "", " ", "/", "_", "-"),
        ids_case("ids that begin with dots", ".hidden/a", "..hidden/a", "hidden/a", "...", "._/a"),
        ids_case("very long ids", "x/" * 100, "x/" * 100 + "y", "x/" * 100 + "Y", "x/" * 40),
        ids_case("ids of exactly 64 characters, and more", "x" * 63 + "/", "x" * 64, "x" * 65, "x" * 63 + "_"),
        ids_case("ids in other scripts", "呼叫/一", "呼叫/二", "🔧", "🔨", "é", "e\N{COMBINING ACUTE ACCENT}"),
        ids_case("control characters", "a\0b/", "a\nb/", "a\tb/", "ab/\x7f", "con", "nul.txt"),
        ids_case("lone surrogates in ids", "a/\ud800", "a/\udfff", "a/?", "a/"),
        ids_case("white space around ids", "a/b ", " a/b", "a/b", "a/b\n"),
        texts_case("texts that differ at the end", long + "a", long + "b", long),
        texts_case("texts that differ in the middle", f"{middle}a{middle}", f"{middle}b{middle}"),
        texts_case("texts that differ in white space", "a", "a ", " a", "a\n", "A", ""),
        texts_case("texts of one length and one set of letters", "ab\n", "ba\n", "\nab"),
        texts_case("the empty text", "", " ", "\n", "None"),
        texts_case("texts that look alike", "é", "e\N{COMBINING ACUTE ACCENT}", "e", "è"),
        texts_case("lone surrogates in texts", "\ud800", "\udfff", "?", "", "\ufffd"),
        texts_case("line ends", "a\nb", "a\r\nb", "a\rb"),
        *(alike(kind, *pair) for kind, pair in COLLIDING.items()),
        case("what is the id, and what the text", ("ab/", "c"), ("ab", "/c"), ("a", "b/c"), ("ab/c", ""), ("", "ab/c")),
        case("lengths that run into what follows", *lengths),
        case("separators inside", *((f"a{each}b", "c") for each in apart), *(("a", f"b{each}c") for each in apart)),
        case("three hundred results of three ids", *many),
    ]
