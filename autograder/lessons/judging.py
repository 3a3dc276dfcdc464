"""The judge: outcomes in, a verdict out. One for the notebook, pytest, class runs and nbgrader."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from autograder.lessons.gates import gate
from autograder.lessons.lesson import Finding, Kind, Lesson, Rule
from autograder.lessons.trial import Trial

State = Literal["held", "broken", "unproven"]


@dataclass(frozen=True, slots=True)
class Broken:
    """What is shown: one cause, in one case.

    Attributes:
        title: what to say after the function's name.
        rule: the rule, or `None` where a gate came first.
        trial: the case and what became of it.
        finding: what was expected, and what came.
    """

    title: str
    rule: Rule | None
    trial: Trial
    finding: Finding


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one function.

    Attributes:
        lesson: what was judged.
        states: for each rule, in order, whether it held, broke, or held without being put to the proof.
        shown: the one cause to show; `None` when all is right.
        count: the number of cases tried.
    """

    lesson: Lesson
    states: tuple[State, ...]
    shown: Broken | None
    count: int

    @property
    def score(self) -> int:
        """The points earned."""
        return sum(rule.points for rule, state in zip(self.lesson.rules, self.states, strict=True) if state == "held")

    @property
    def passed(self) -> bool:
        """Whether every rule held."""
        return all(state == "held" for state in self.states)

    @property
    def broken(self) -> str | None:
        """The name of the first rule that did not hold, or `None`."""
        names = (rule.name for rule, state in zip(self.lesson.rules, self.states, strict=True) if state != "held")
        return next(names, None)


class JudgeFault(Exception):  # noqa: N818  (it is the judge's, and never the learner's)
    """A rule, or what comes before the rules, failed at its work.

    Attributes:
        rule: which rule; `None` where it was before any.
        trial: what it was to judge.
    """

    def __init__(self, rule: Rule | None, trial: Trial) -> None:
        """Keep both, so that the case can be reported."""
        judging = f"the rule {rule.name}" if rule is not None else "what comes before the rules"
        super().__init__(f"{judging} of {trial.lesson} cannot judge the case {trial.case.name!r}")
        self.rule = rule
        self.trial = trial


def judge(lesson: Lesson, trials: Iterable[Trial]) -> Verdict:
    """Judge a function by what it did in every case of a run.

    A rule's points are earned when it held in every case, and in at least one case that tells it from a known
    mistake while the earlier rules held there too; so an answer that says nothing earns nothing.
    """
    seen = [_look(lesson, trial) for trial in trials]
    states = tuple(_state(rule, position, seen) for position, rule in enumerate(lesson.rules))
    return Verdict(lesson, states, _shown(lesson, seen), len(seen))


@dataclass(frozen=True, slots=True)
class _Look:
    """One trial, looked at: what stopped it, and each rule's finding in the lesson's order."""

    trial: Trial
    gate: tuple[str, Finding] | None
    findings: tuple[Finding | None, ...]

    def breaks(self, rule: Rule, position: int) -> bool:
        """Whether a rule is broken here; what a gate stops breaks the rules that the case would have told."""
        if self.gate is not None:
            return not self.trial.case.telling or rule.name in self.trial.case.telling
        return self.findings[position] is not None

    def proves(self, rule: Rule, position: int) -> bool:
        """Whether a known mistake would have shown here, and the earlier rules held; a crash proves nothing."""
        crashed = self.trial.outcome.error is not None and self.trial.right.error is None
        told = rule.name in self.trial.case.telling and self.gate is None and not crashed
        return told and not any(self.findings[:position])


def kind_of(trial: Trial) -> Kind:
    """Say which rules judge a trial."""
    if trial.case.judges_speed:
        return "speed"
    return "refusal" if trial.right.status == "raised" else "answer"


def _look(lesson: Lesson, trial: Trial) -> _Look:
    if trial.is_as_right:  # every rule holds on what a right version does: the course's invariants
        return _Look(trial, None, (None,) * len(lesson.rules))
    kind = kind_of(trial)
    stop = None if kind == "speed" and trial.outcome.status == "timeout" else _gate(lesson, trial)
    if stop is not None:
        return _Look(trial, stop, (None,) * len(lesson.rules))
    return _Look(trial, None, tuple(_finding(rule, trial) if kind in rule.on else None for rule in lesson.rules))


def _gate(lesson: Lesson, trial: Trial) -> tuple[str, Finding] | None:
    try:
        return gate(lesson, trial)
    except Exception as error:
        raise JudgeFault(None, trial) from error


def _finding(rule: Rule, trial: Trial) -> Finding | None:
    try:
        return rule.judge(trial)
    except Exception as error:
        raise JudgeFault(rule, trial) from error


def _state(rule: Rule, position: int, seen: Sequence[_Look]) -> State:
    if any(look.breaks(rule, position) for look in seen):
        return "broken"
    return "held" if any(look.proves(rule, position) for look in seen) else "unproven"


def first_broken(lesson: Lesson, trial: Trial) -> Broken | None:
    """Return what a single trial shows: a gate, else the first rule broken."""
    look = _look(lesson, trial)
    return _gate_shown(look) or next(filter(None, (_rule_shown(look, i, r) for i, r in enumerate(lesson.rules))), None)


def _shown(lesson: Lesson, seen: Sequence[_Look]) -> Broken | None:
    visible = sorted((look for look in seen if not look.trial.case.hidden), key=lambda look: look.trial.case.size)
    stopped = next((look for look in visible if look.gate is not None), None)
    if stopped is not None:
        return _gate_shown(stopped)
    for position, rule in enumerate(lesson.rules):
        broken = [look for look in visible if look.findings[position] is not None]
        if broken and not rule.private:
            alone = [look for look in broken if not any(look.findings[:position])]
            return _rule_shown((alone or broken)[0], position, rule)
    return None


def _gate_shown(look: _Look) -> Broken | None:
    return None if look.gate is None else Broken(look.gate[0], None, look.trial, look.gate[1])


def _rule_shown(look: _Look, position: int, rule: Rule) -> Broken | None:
    finding = look.findings[position]
    return None if finding is None else Broken(rule.sentence, rule, look.trial, finding)
