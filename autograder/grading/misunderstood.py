"""What a class misunderstood: which rules were broken most often, by whom, with an example."""

from dataclasses import dataclass, field

from autograder.grading.graded import Graded, Marked

NAMED = 12  # students named for a rule in text; the page names all


@dataclass(slots=True)
class Misunderstood:
    """One rule of one lesson, and who broke it first of all rules.

    Attributes:
        lesson: the function.
        rule: the rule's name.
        students: who, in the order they were graded.
        example: one of their reports, as HTML.
    """

    lesson: str
    rule: str
    example: str
    students: list[str] = field(default_factory=list)

    @property
    def sentence(self) -> str:
        """What was broken, read aloud."""
        return f"{self.lesson} breaks: {self.rule.replace('_', ' ')}"

    def line(self) -> str:
        """Return it as one line of text."""
        more = len(self.students) - NAMED
        named = ", ".join(self.students[:NAMED]) + (f" and {more} more" if more > 0 else "")
        return f"{len(self.students):4}  {self.sentence}: {named}"


class Misunderstandings:
    """Collects what was misunderstood, submission by submission, in memory that grows with rules and names only."""

    def __init__(self) -> None:
        """Start with none."""
        self._found: dict[tuple[str, str], Misunderstood] = {}

    def add(self, graded: Graded) -> None:
        """Count the first broken rule of each lesson that was tried; what is not written is not misunderstood."""
        for each in graded.lessons:
            if each.standing == "broken" and each.broken is not None:
                self._entry(each, each.broken).students.append(graded.student)

    def most_often(self) -> list[Misunderstood]:
        """Return the rules, most often broken first, equal ones by name."""
        return sorted(self._found.values(), key=lambda each: (-len(each.students), each.lesson, each.rule))

    def _entry(self, marked: Marked, rule: str) -> Misunderstood:
        return self._found.setdefault((marked.lesson, rule), Misunderstood(marked.lesson, rule, marked.html))
