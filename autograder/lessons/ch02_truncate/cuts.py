"""Cuts of a text, as two lessons judge them: what is tried, and what every cut must keep to."""

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.execution.cases import CALL, Case, Step
from autograder.lessons.contents import counted, shown
from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial

DEFAULT_MARKER = "…"
MARKERS = (DEFAULT_MARKER, "", "..", " [cut]")
SMALL_TEXTS = ("ab cd ef", "aaaaaaaa", "one, two…")
WIDE_TEXT = "你好e\N{COMBINING ACUTE ACCENT}👨‍👩‍👧🇨🇳かな한글"  # its front ends inside a cluster at almost every length


@dataclass(frozen=True, slots=True)
class Cut:
    """The facts of one case: a text, a limit, a marker.

    Attributes:
        text: what is cut.
        limit: `max_length`, in code points.
        marker: what stands for the part that went.
    """

    text: str
    limit: int
    marker: str

    @classmethod
    def of(cls, trial: Trial) -> "Cut":
        """Read them from a trial of `truncate` or `truncate_middle`."""
        return cls(trial.given["text"], trial.given["max_length"], trial.given["marker"])

    @property
    def has_room(self) -> bool:
        """Whether anything may stay."""
        return self.limit > 0

    @property
    def fits(self) -> bool:
        """Whether the text may stay whole."""
        return self.has_room and len(self.text) <= self.limit

    @property
    def room(self) -> int:
        """How many characters of the text stay beside the marker, below 1 where the marker fills the limit."""
        return self.limit - len(self.marker)

    @property
    def is_usual(self) -> bool:
        """Whether some of the text goes, and some stays beside a marker."""
        return self.has_room and not self.fits and self.room > 0 and self.marker != ""

    @property
    def is_plain(self) -> bool:
        """Whether a character is a byte here, but for the default marker."""
        return self.text.isascii() and (self.marker.isascii() or self.marker == DEFAULT_MARKER)


def left_whole(trial: Trial) -> Finding | None:
    """Judge a text at or under the limit."""
    cut = Cut.of(trial)
    if not cut.fits or not cut.is_plain or trial.answer == cut.text:
        return None
    expected = f"{shown(cut.text)}, as it is: its length {len(cut.text)} is not above max_length={cut.limit}"
    return Finding(expected, shown(trial.answer))


def left_empty(trial: Trial) -> Finding | None:
    """Judge a limit of zero or less."""
    cut = Cut.of(trial)
    if cut.has_room or trial.answer == "":
        return None
    return Finding(f"'': max_length={cut.limit} leaves no room", shown(trial.answer))


def long_marker_cut(trial: Trial) -> Finding | None:
    """Judge a marker that is not shorter than the limit."""
    cut = Cut.of(trial)
    if not cut.has_room or cut.fits or cut.room > 0 or not cut.is_plain or trial.answer == trial.right_answer:
        return None
    expected = f"{shown(trial.right_answer)}: the marker {cut.marker!r}, cut to max_length={cut.limit}"
    return Finding(expected, shown(trial.answer))


def unmarked(trial: Trial) -> Finding | None:
    """Judge a cut whose marker is empty."""
    cut = Cut.of(trial)
    if not cut.has_room or cut.fits or cut.marker or not cut.is_plain or trial.answer == trial.right_answer:
        return None
    expected = f"{shown(trial.right_answer)}: marker is '', so the text has all of max_length={cut.limit} to itself"
    return Finding(expected, shown(trial.answer))


def counted_in_code_points(trial: Trial) -> Finding | None:
    """Judge a text or a marker with characters of more than a byte each."""
    cut = Cut.of(trial)
    if cut.is_plain or trial.answer == trial.right_answer:
        return None
    expected, got = (
        f"{_spelled(each)}, {counted(len(each), 'code point')}" for each in (trial.right_answer, trial.answer)
    )
    return Finding(expected, got)


def _spelled(text: str) -> str:
    """Write a text so that every code point shows, also those that join or mark others."""
    return "".join(each if each.isalnum() or each.isascii() else ascii(each)[1:-1] for each in shown(text))


def cut_case(name: str, text: str, max_length: int, marker: str = DEFAULT_MARKER) -> Case:
    """Make a case from a text, a limit and a marker."""
    size = 100 * len(text) + 10 * abs(max_length) + len(marker)
    marked = {} if marker == DEFAULT_MARKER else {"marker": marker}
    return Case(name, size, (Step(CALL, (text, max_length), marked),))


def small_cuts() -> Iterator[Case]:
    """Yield every small cut: texts of each length up to nine, every limit that means something, four markers."""
    number = 0
    for length in range(len(SMALL_TEXTS[2]) + 1):
        for text in dict.fromkeys(each[:length] for each in (*SMALL_TEXTS, WIDE_TEXT)):
            for limit in range(-1, length + 2):
                for marker in MARKERS:
                    number += 1
                    yield cut_case(f"small {number}", text, limit, marker)


def wide_cuts() -> list[Case]:
    """Return a cut of a text in many scripts at every length: inside families, flags and combining marks too."""
    return [cut_case(f"many scripts, {limit}", WIDE_TEXT, limit) for limit in range(1, len(WIDE_TEXT))]
