"""A request for a summary, taken apart: its wording is free, so a rule looks for what must be in it, and where."""

import re
from functools import cached_property

from autograder.lab.messages import Message, serialize, text_of
from autograder.lessons.ch05_summarise.summaries import BOUNDARY, PREFIX, SECTIONS, is_summary
from autograder.lessons.trial import Trial

HEADINGS = tuple(f"## {name}" for name in SECTIONS)


class Prompt:
    """A prompt and the history it was made from.

    Attributes:
        text: the prompt.
        summaries: the texts of earlier summaries, without prefix, oldest first.
        old: the other messages.
        block: these, serialized; white space at its ends does not count.
    """

    def __init__(self, messages: list[Message], text: str) -> None:
        """Sort the messages."""
        self.text = text
        self.summaries = [body_of(each) for each in messages if is_summary(each)]
        self.old = [each for each in messages if not is_summary(each)]
        self.block = serialize(self.old).strip()

    @classmethod
    def of(cls, trial: Trial) -> "Prompt":
        """Read the answer of a trial of `summary_prompt`, to its last call."""
        return cls(trial.given_at(-1)["messages"], trial.answer)

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines of the prompt, blank ones at its ends left out."""
        return self.text.strip().split("\n")

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Return where the serialized messages stand on lines of their own, as slices of the text."""
        found = []
        start = self.text.find(self.block)
        while self.block and start >= 0:
            end = start + len(self.block)
            if _ends_a_line(self.text[:start]) and _ends_a_line(self.text[end:][::-1]):
                found.append((start, end))
            start = self.text.find(self.block, start + 1)
        return found

    @cached_property
    def fenced(self) -> tuple[int, int, str] | None:
        """Return the slice from fence to fence and the fence; `None` where no two equal lines enclose the messages."""
        found = [each for each in map(self._fence_around, self.places) if each is not None]
        return min(found, key=lambda each: each[2] in self.block, default=None)

    def _fence_around(self, place: tuple[int, int]) -> tuple[int, int, str] | None:
        before, after = self.text[: place[0]].rstrip(), self.text[place[1] :].lstrip()
        above, below = before.rpartition("\n")[2], after.partition("\n")[0]
        if not above.strip() or above.strip() != below.strip():
            return None
        return len(before) - len(above), len(self.text) - len(after) + len(below), above.strip()

    @cached_property
    def neighbours(self) -> tuple[str, str]:
        """Return the lines that stand directly before and after the serialized messages; they must be there."""
        start, end = self.places[0]
        return self.text[:start].rstrip().rpartition("\n")[2], self.text[end:].lstrip().partition("\n")[0]

    @cached_property
    def outside(self) -> str:
        """Return what the prompt says itself, earlier summaries and all."""
        if self.fenced is not None:
            start, end, _ = self.fenced
            return self.text[:start] + self.text[end:]
        if self.places:
            start, end = self.places[0]
            return self.text[:start] + self.text[end:]
        return self.text

    @cached_property
    def summaries_at(self) -> list[int]:
        """Return where each earlier summary begins outside the block, in order, up to the first that is not there."""
        found, position = [], 0
        for body in self.summaries:
            position = self.outside.find(body, position)
            if position < 0:
                break
            found.append(position)
            position += len(body)
        return found

    @cached_property
    def own_words(self) -> str:
        """Return what the prompt says itself, without earlier summaries."""
        text = self.outside
        for start, body in reversed(list(zip(self.summaries_at, self.summaries, strict=False))):
            text = text[:start] + text[start + len(body) :]
        return text

    def says(self, word: str) -> bool:
        """Say whether the prompt's own words contain one, whatever stands around it and however it is written."""
        return re.search(rf"(?<![a-z]){word}", self.own_words, re.IGNORECASE) is not None

    @property
    def first_heading_missing(self) -> str:
        """Return the first heading that the own lines lack after the headings before it; empty where all are there."""
        lines = iter(line.rstrip() for line in self.own_words.split("\n"))
        return next((heading for heading in HEADINGS if heading not in lines), "")


def body_of(message: Message) -> str:
    """Return what an earlier summary says, without its prefix and the boundary that may end it."""
    return text_of(message).removeprefix(PREFIX).strip().removesuffix(BOUNDARY).strip()


def _ends_a_line(text: str) -> bool:
    """Say whether nothing but white space stands between the last line end of a text and its end."""
    return not text.rpartition("\n")[2].strip()
