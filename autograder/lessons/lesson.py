"""A lesson: one taught function, its rules in the docstring's order, and what it is tried on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from autograder.execution.cases import Case
from autograder.lessons.trial import Trial

Kind = Literal["answer", "refusal", "speed"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a drawn history: what became of a message, in the learner's answer and in a right one."""

    index: int | None
    label: str
    yours: str
    right: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule, in one case.

    Attributes:
        expected: what a right answer has here, in words.
        got: what came instead, in words.
        rows: the history drawn, where the lesson has one.
    """

    expected: str
    got: str
    rows: tuple[Row, ...] = ()


Judge = Callable[[Trial], Finding | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing a function must do; its name reads as a sentence after the function's name.

    Attributes:
        name: such as `leaves_no_orphan`.
        points: what it is worth.
        judge: looks at a trial and returns what is wrong, or `None`.
        reason: what breaks in production without it, with a public issue where there is one.
        hints: the ladder: look, think, nearly code.
        on: which cases it judges: those with an answer, those where a right version refuses, the large one for speed.
        private: an instructor's own; judged like the others, never named to a student.
    """

    name: str
    points: int
    judge: Judge
    reason: str
    hints: tuple[str, str, str]
    on: frozenset[Kind]
    private: bool = False

    @property
    def sentence(self) -> str:
        """The name, read aloud."""
        return self.name.replace("_", " ")


Shape = Callable[[Any], str | None]
"""A check of the form of an answer: returns what it is instead, or `None` where it fits."""


@dataclass(slots=True)
class Lesson:
    """One taught function.

    Attributes:
        name: of the function, everywhere.
        chapter: the folder's name, such as `ch03_trim`.
        minutes: a learner's time, about.
        difficulty: 1 to 3.
        returns: the form of an answer, in words, and the check of it.
        needs: lessons that a right version stands in for while this one is judged; must not lead back here.
        raises: errors that are an answer of this lesson: where one comes and a right version returns, a rule says so.
            Those that a case's callbacks raise are answers too.
        version: raised whenever marks may change.
        rules: in the docstring's order.
        named_cases: yields the edges that every run tries.
        small_cases: yields every small case, smallest first.
        private_cases: an instructor's own, all of them hidden.
    """

    name: str
    chapter: str
    minutes: int
    difficulty: int
    returns: tuple[str, Shape]
    needs: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    version: int = 1
    rules: list[Rule] = field(default_factory=list)
    named_cases: Callable[[], Iterable[Case]] = tuple
    small_cases: Callable[[], Iterator[Case]] = lambda: iter(())
    private_cases: tuple[Case, ...] = ()

    @property
    def points(self) -> int:
        """The most a learner can earn."""
        return sum(rule.points for rule in self.rules)

    def rule(
        self, points: int, *, reason: str, look: str, think: str, nearly: str, on: Iterable[Kind] = ("answer",)
    ) -> Callable[[Judge], Judge]:
        """Add the decorated function as the next rule, named as it is."""

        def add(judge: Judge) -> Judge:
            self.rules.append(Rule(judge.__name__, points, judge, reason, (look, think, nearly), frozenset(on)))
            return judge

        return add

    def named(self, cases: Callable[[], Iterable[Case]]) -> Callable[[], Iterable[Case]]:
        """Take the decorated function as the source of the named edges; all of them are in every run."""
        self.named_cases = cases
        return cases

    def enumeration(self, cases: Callable[[], Iterator[Case]]) -> Callable[[], Iterator[Case]]:
        """Take the decorated function as the source of every small case, in order of size."""
        self.small_cases = cases
        return cases
