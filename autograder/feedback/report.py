"""A report: what a verdict says to its reader, as plain data."""

from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from autograder.feedback.calls import Tried, tried
from autograder.feedback.html import report_html, style_html
from autograder.feedback.text import report_text
from autograder.lessons.catalog import lesson_named, lesson_names
from autograder.lessons.gates import NOT_WRITTEN
from autograder.lessons.judging import Broken, JudgeFault, State, Verdict
from autograder.lessons.lesson import Lesson, Row

Standing = Literal["passed", "broken", "stopped", "not written", "not judged"]
MAX_SENTENCE = 300  # characters of expected or got; a finding that needs more is cut


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule in a report: its name, its points, and whether it held."""

    name: str
    points: int
    state: State


@dataclass(frozen=True, slots=True)
class Shown:
    """The one case a report shows.

    Attributes:
        tried: the calls; `None` where nothing could be called.
        expected: what a right answer has here.
        got: what came instead.
        rows: the history drawn.
        above: messages left out above the rows.
        below: messages left out below them.
    """

    tried: Tried | None
    expected: str
    got: str
    rows: tuple[Row, ...] = ()
    above: int = 0
    below: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one function.

    Attributes:
        lesson: the function's name.
        standing: `passed`; `broken`, a rule is; `stopped`, no rule could be looked at in the case shown;
            `not written`; `not judged`, for a reason in `title` that is not the function's.
        title: what to say after the name.
        score: points earned.
        points: the most that can be earned.
        broken: the first rule that did not hold, or `None`.
        rules: each rule, in order.
        shown: the case to show; `None` where there is none.
        reason: what the broken rule costs in production; empty where no rule is shown.
        next: the one thing to do now.
        notes: quiet lines, each a sentence.
        cases: how many cases were tried.
        lesson_version: of the rules and cases.
        package_version: of this package.
        displayed: whether it is on the screen already; then its own HTML is empty, so that nothing stands there twice.
    """

    lesson: str
    standing: Standing
    title: str
    score: int = 0
    points: int = 0
    broken: str | None = None
    rules: tuple[RuleLine, ...] = ()
    shown: Shown | None = None
    reason: str = ""
    next: str = ""
    notes: tuple[str, ...] = ()
    cases: int = 0
    lesson_version: int = 0
    package_version: str = ""
    displayed: bool = False

    @property
    def passed(self) -> bool:
        """Whether every rule held."""
        return self.standing == "passed"

    @property
    def call(self) -> str:
        """The whole call that is shown, to paste; empty where none is."""
        return "" if self.shown is None or self.shown.tried is None else self.shown.tried.whole

    def __repr__(self) -> str:
        ending = {"passed": "passed", "broken": f"broken: {self.broken}"}.get(self.standing, self.title)
        return f"<Report {self.lesson or 'check'}: {self.score} of {self.points} points, {ending}>"

    def text(self) -> str:
        """Return the report to read."""
        return report_text(self)

    def page(self) -> str:
        """Return the report as HTML that needs nothing beside it."""
        return style_html() + report_html(self)

    def _repr_html_(self) -> str | None:
        return None if self.displayed else self.page()

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        plain = asdict(self) | {"passed": self.passed}
        del plain["displayed"]
        return plain


def report_of(verdict: Verdict, notes: tuple[str, ...] = ()) -> Report:
    """Return what a verdict says to its reader.

    Args:
        verdict: of the judge.
        notes: quiet lines to add, each a sentence.
    """
    lesson, shown = verdict.lesson, verdict.shown
    lines = tuple(
        RuleLine(rule.name, rule.points, state)
        for rule, state in zip(lesson.rules, verdict.states, strict=True)
        if not rule.private
    )
    standing = _standing(verdict)
    return Report(
        lesson=lesson.name,
        standing=standing,
        title=_title(verdict),
        score=verdict.score,
        points=lesson.points,
        broken=verdict.broken,
        rules=lines,
        shown=None if shown is None or standing == "not written" else _shown(lesson, shown),
        reason=shown.rule.reason if shown is not None and shown.rule is not None else "",
        next=_next(verdict, standing),
        notes=notes,
        cases=verdict.count,
        lesson_version=lesson.version,
        package_version=package_version(),
    )


def misuse_report(sentence: str, way_out: str) -> Report:
    """Return what is said where nothing could be judged.

    Args:
        sentence: what was wrong, to follow `check`.
        way_out: what to do instead.
    """
    return Report(lesson="", standing="not judged", title=sentence, next=way_out, package_version=package_version())


def fault_report(fault: JudgeFault) -> Report:
    """Return what is said where a rule failed at its work: the case, and that it is not the function's fault."""
    trial, rule = fault.trial, fault.rule
    lesson = lesson_named(trial.lesson)
    calls = None if trial.case.hidden else tried(lesson.name, trial.case)
    cause = fault.__cause__
    wanted = f"a verdict of the rule {rule.sentence!r}" if rule is not None and not rule.private else "a verdict"
    return Report(
        lesson=lesson.name,
        standing="not judged",
        title="could not be judged; the fault is the grader's, not yours",
        points=lesson.points,
        shown=Shown(calls, wanted, _cut(f"{type(cause).__name__}: {cause}")),
        next="report this case to whoever gave you the course; the other functions can be checked",
        lesson_version=lesson.version,
        package_version=package_version(),
    )


@cache
def package_version() -> str:
    """Return the version of this package, as it was installed."""
    try:
        return version("context-engineering-course")
    except PackageNotFoundError:
        return "unknown"


def _standing(verdict: Verdict) -> Standing:
    if verdict.passed:
        return "passed"
    if verdict.shown is None or verdict.shown.rule is not None:
        return "broken"
    return "not written" if verdict.shown.title == NOT_WRITTEN else "stopped"


def _title(verdict: Verdict) -> str:
    if verdict.passed:
        return "keeps every rule"
    if any(rule.private and rule.name == verdict.broken for rule in verdict.lesson.rules):
        return "breaks a rule of your instructor's, which is not shown"
    if verdict.shown is None:
        return "breaks a rule in a case that is not shown"
    return verdict.shown.title


def _shown(lesson: Lesson, broken: Broken) -> Shown:
    finding = broken.finding
    above, below = _left_out(broken)
    calls = None if broken.trial.outcome.status == "not a function" else tried(lesson.name, broken.trial.case)
    return Shown(calls, _cut(finding.expected), _cut(finding.got), finding.rows, above, below)


def _left_out(broken: Broken) -> tuple[int, int]:
    """Return how many messages of the input stand above the rows, and how many below."""
    indices = [row.index for row in broken.finding.rows if row.index is not None]
    if not indices:
        return 0, 0
    messages = broken.trial.given.get("messages") or ()
    return indices[0], max(0, len(messages) - 1 - indices[-1])


def _cut(sentence: str) -> str:
    lines = [line if len(line) <= MAX_SENTENCE else f"{line[:MAX_SENTENCE]}… (cut)" for line in sentence.splitlines()]
    return "\n".join(lines)


def _next(verdict: Verdict, standing: Standing) -> str:
    name = verdict.lesson.name
    if standing == "passed":
        return _after(verdict.lesson)
    status = "" if verdict.shown is None else verdict.shown.trial.outcome.status
    return _NEXT.get(status, "hint({name})").format(name=name)


_NEXT = {
    "not written": "fill in the cell of {name}, then run check({name})",
    "not a function": "write {name} as a function, with def, then run check({name})",
    "wrong signature": "write the line that begins with def as the stub has it, then run check({name})",
}


def _after(lesson: Lesson) -> str:
    names = lesson_names(lesson.chapter)
    later = names[names.index(lesson.name) + 1 :]
    other = f"solution({lesson.name}) shows one right version beside yours"
    return f"on to {later[0]}; {other}" if later else f"{other}; this was the last function of the chapter"
