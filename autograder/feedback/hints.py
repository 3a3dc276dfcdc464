"""Hints made readable: one at a time, as text and as HTML; and ladders for what stops a function before any rule."""

from dataclasses import dataclass

from autograder.feedback.columns import labelled
from autograder.feedback.html import rendered, style_html
from autograder.lessons.judging import Verdict

Ladder = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint.

    Attributes:
        title: what it is about: the function, and what it does not do yet.
        sentence: the push itself; empty where there is nothing to hint at.
        next: what to do now.
        note: a quiet line.
    """

    title: str
    sentence: str
    next: str
    note: str = ""

    def text(self) -> str:
        """Return the hint to read."""
        rest = [labelled(label, text, 7) for label, text in (("next", self.next), ("note", self.note)) if text]
        pushed = labelled("hint", self.sentence, 7) if self.sentence else ""
        return "\n\n".join(filter(None, [self.title, pushed, "\n".join(rest)])) + "\n"

    def page(self) -> str:
        """Return the hint as HTML that needs nothing beside it."""
        return style_html() + rendered("hint.html.j2", hint=self)


def ladder_for(verdict: Verdict) -> tuple[str, Ladder]:
    """Return what to hint at after a verdict that is not all right, with its three hints: look, think, nearly code."""
    shown = verdict.shown
    rule = shown.rule if shown is not None else None
    if shown is not None and rule is None:
        return shown.title, _gate_ladder(verdict, shown.trial.outcome.status, shown.title)
    found = rule or next(each for each in verdict.lesson.rules if each.name == verdict.broken)
    return found.sentence, found.hints


def _gate_ladder(verdict: Verdict, status: str, title: str) -> Ladder:
    words, _ = verdict.lesson.returns
    key = title if title in GATE_HINTS else status
    look, think, nearly = GATE_HINTS.get(key, GATE_HINTS["timeout"])
    return look.format(returns=words), think.format(returns=words), nearly.format(returns=words)


GATE_HINTS: dict[str, Ladder] = {
    "not written": (
        "Which rule of the docstring needs the least code?",
        "Begin with the simplest input of all and return its answer; check then shows the next case.",
        "replace the line that raises NotImplementedError by: if nothing has to change, return the simplest answer",
    ),
    "raised": (
        "Which line raised, and what did its variables hold with the call that was tried?",
        "Paste the call into a cell of its own and print what the line uses, just before it.",
        "guard what the line takes for granted: a list that is not empty, a key that is there, an index in range",
    ),
    "returned None": (
        "Which way through your function returns None, or reaches its end without a return?",
        "A function that ends without return gives None; print is not return.",
        "put a return at the end of every branch",
    ),
    "returned another form": (
        "What are the type and the parts of your answer, and what does Returns in the docstring say?",
        "A right answer is {returns}.",
        "return {returns}, in every branch",
    ),
    "unreadable": (
        "What is inside your answer besides text, numbers, lists and dicts?",
        "A generator or an object of your own cannot be compared; make a list or a dict of it.",
        "return list(...) in place of the generator",
    ),
    "wrong signature": (
        "Which arguments does your def line take, and which does the stub's take?",
        "Names, order and defaults of the arguments are part of what is asked for.",
        "copy the line that begins with def from the stub",
    ),
    "not a function": (
        "What is the name bound to after your cell has run?",
        "A later line of the cell may have given the name to something else.",
        "keep the name for the function alone, and store its answers under another one",
    ),
    "timeout": (
        "Which loop does not end with the call that was tried, and what should bring it to its end?",
        "A while loop needs something that changes on every turn, and a condition that this change reaches.",
        "where the number of turns is known, for index in range(len(messages)) always ends",
    ),
}
