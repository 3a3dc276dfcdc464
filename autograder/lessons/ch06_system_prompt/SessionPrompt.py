"""What a right `SessionPrompt` does."""
# ruff: noqa: N999 - a lesson's module has the name of what it teaches, and this one is a class

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import NEW, Case, Script, Step, callback
from autograder.lessons.asking import times
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.trial import Trial


def anything(answer: Any) -> str | None:
    """Take every answer; what a step returned is for the rules to look at."""
    return None


lesson = Lesson(
    "SessionPrompt",
    "ch06_system_prompt",
    minutes=25,
    difficulty=2,
    returns=("a class whose text() returns a text", anything),
)

TEXT, COMPACTED = "text", "compacted"


class Session:
    """What was done with one object, step by step, and what came of it."""

    def __init__(self, trial: Trial) -> None:
        """Line the steps up with what they gave."""
        self.targets = [step.target for step in trial.case.steps]
        self.yours = list(zip(trial.answers, trial.outcome.errors, strict=True))
        self.right = list(zip(trial.right_answers, trial.right.errors, strict=True))
        self.asked = len(trial.asked)
        self.right_asked = len(trial.right_asked)
        self.fails = any(error is not None for _, error in self.right)
        self.is_empty = any("return" in each and not each["return"] for each in trial.case.scripts["build"].answers)
        self.is_several = self.targets.count(NEW) > 1

    def first_difference(self) -> Finding | None:
        """Compare what the calls of `text()` gave, one after the other, and then how often `build` was called."""
        number = 0
        for target, mine, right in zip(self.targets, self.yours, self.right, strict=True):
            number += target == TEXT
            if target == TEXT and said(*mine) != said(*right):
                return Finding(f"call {number} of text(): {said(*right)}", said(*mine))
            if target != TEXT and mine[1] is not None:
                return Finding(f"{target}(): no error", said(*mine))
        if self.asked != self.right_asked:
            return Finding(f"{times(self.right_asked)} of build by then", times(self.asked))
        return None


def said(answer: Any, error: Any) -> str:
    """Say what a call gave."""
    return shown(answer) if error is None else f"{error.kinds[0]}: {shown(error.text)}"


@lesson.rule(
    2,
    reason="two sessions in one process would answer with each other's prompt",
    look="Two objects were made here. Whose text does the second one return?",
    think="What is remembered belongs to the object: set it in __init__, on self.",
    nearly="self.prompt = None in __init__, not a name in the class or the module",
)
def keeps_to_itself(trial: Trial) -> Finding | None:
    """Judge a second object."""
    session = Session(trial)
    return session.first_difference() if session.is_several else None


@lesson.rule(
    2,
    reason="a prompt that is built where nobody asked reads files, and fails, at the wrong time",
    look="Nobody called text() here. How often was build called?",
    think="__init__ and compacted() only take note. The work is done by the first text() that needs it.",
    nearly="self.build = build; self.built = False",
)
def builds_nothing_before_it_is_asked(trial: Trial) -> Finding | None:
    """Judge objects that were never asked, or not since they were told of a compaction."""
    session = Session(trial)
    calls = [each for each in session.targets if each != NEW]
    asked_again = TEXT in calls[1:]
    if session.is_several or asked_again or calls[-1:] == [TEXT]:
        return None
    return session.first_difference()


@lesson.rule(
    5,
    reason="a prompt that is built anew each turn differs somewhere, and every turn misses the cache "
    "(HKUDS/nanobot#226)",
    look="How often did text() call build, and what did it return the second time?",
    think="The first text() builds and remembers. The next ones return what was remembered.",
    nearly="if not self.built: self.prompt = self.build(); self.built = True; return self.prompt",
)
def builds_once(trial: Trial) -> Finding | None:
    """Judge objects that were not told of a compaction."""
    session = Session(trial)
    if session.is_several or session.fails or session.is_empty or COMPACTED in session.targets:
        return None
    return session.first_difference()


@lesson.rule(
    5,
    reason="after a compaction the cached prefix is gone anyway: the one moment when a new prompt costs nothing extra",
    look="What does the first text() after compacted() return, and what the one after that?",
    think="compacted() forgets what was remembered, so the next text() builds, once.",
    nearly="def compacted(self): self.built = False",
)
def builds_anew_after_a_compaction(trial: Trial) -> Finding | None:
    """Judge objects that were told of one."""
    session = Session(trial)
    if session.is_several or session.fails or session.is_empty or COMPACTED not in session.targets:
        return None
    return None if TEXT not in session.targets else session.first_difference()


@lesson.rule(
    3,
    reason="an empty prompt is a prompt too: a session without layers must not read its files before every request",
    look="build returned the empty text. How often was it called?",
    think="Remember that it was built, not only what: an empty text looks like nothing.",
    nearly="a flag, or a text of None, instead of `if not self.prompt`",
)
def remembers_an_empty_prompt(trial: Trial) -> Finding | None:
    """Judge a build that returns the empty text."""
    session = Session(trial)
    if session.is_several or session.fails or not session.is_empty:
        return None
    return session.first_difference()


@lesson.rule(
    5,
    on=("refusal",),
    reason="a file that could not be read once must not spoil the session, nor bring back a prompt that was given up",
    look="What does text() do when build raises, and what the next time?",
    think="The error goes out, and nothing is remembered of it: the next text() builds again.",
    nearly="set the flag after build() has returned; no try",
)
def lets_an_error_out_and_forgets_it(trial: Trial) -> Finding | None:
    """Judge a build that raises."""
    session = Session(trial)
    return None if session.is_several else session.first_difference()


def case(name: str, script: Script, *targets: str) -> Case:
    """Make a case from what `build` gives and the methods that are called."""
    steps = tuple(Step(each, (callback("build"),) if each == NEW else ()) for each in (NEW, *targets))
    return Case(name, 10 * len(steps) + len(script.answers), steps, {"build": script})


def builds(*answers: Any) -> Script:
    """Make the script of a `build` that returns these, one after the other; an exception's name in a tuple raises."""
    return Script(
        tuple(
            {"raise": each[0], "args": list(each[1:])} if isinstance(each, tuple) else {"return": each}
            for each in answers
        )
    )


THREE = builds("first prompt", "second prompt", "third prompt", "fourth prompt", "fifth prompt")


@lesson.enumeration
def every_short_session() -> Iterator[Case]:
    """Yield every sequence of up to five calls."""
    for length in range(6):
        for number, targets in enumerate(product((TEXT, COMPACTED), repeat=length)):
            yield case(f"{length} calls, {number}", THREE, *targets)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    broken = ("OSError", "AGENTS.md cannot be read")
    again = builds(broken, "second prompt", "third prompt")
    later = builds("first prompt", broken, "third prompt", "fourth prompt")
    return [
        case("made and never asked", THREE),
        case("asked once", THREE, TEXT),
        case("asked three times", THREE, TEXT, TEXT, TEXT),
        case("compacted before it was asked", THREE, COMPACTED, TEXT, TEXT),
        case("compacted and not asked again", THREE, TEXT, COMPACTED),
        case("compacted and asked twice", THREE, TEXT, COMPACTED, TEXT, TEXT),
        case("compacted twice in a row", THREE, TEXT, COMPACTED, COMPACTED, TEXT, TEXT),
        case("compacted again and again", THREE, TEXT, COMPACTED, TEXT, COMPACTED, TEXT, TEXT, COMPACTED, TEXT),
        case("the same text again after a compaction", builds("prompt"), TEXT, COMPACTED, TEXT, TEXT),
        case("an empty prompt", builds("", "second prompt"), TEXT, TEXT),
        case("an empty prompt after a compaction", builds("first prompt", "", "third"), TEXT, COMPACTED, TEXT, TEXT),
        case("a build that fails once", again, TEXT, TEXT, TEXT),
        case("a build that fails twice", builds(broken, broken, "third prompt"), TEXT, TEXT, TEXT, TEXT),
        case("a build that always fails", builds(broken), TEXT, TEXT),
        case("a build that fails after a compaction", later, TEXT, COMPACTED, TEXT, TEXT, TEXT),
        case("a build that fails, and a compaction", again, TEXT, COMPACTED, TEXT, TEXT),
        case("a build whose provider is overloaded", builds(("Overloaded",), "second prompt"), TEXT, TEXT),
        case("two objects", THREE, TEXT, NEW, TEXT),
    ]
