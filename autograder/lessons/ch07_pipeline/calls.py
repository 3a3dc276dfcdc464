"""Whom a `recover` called, and with what, beside a right version's calls."""

from typing import Any

from autograder.execution.outcomes import Raised
from autograder.execution.values import same
from autograder.lessons.asked import arguments_of
from autograder.lessons.ch07_pipeline.lists import listed
from autograder.lessons.lesson import Finding
from autograder.lessons.trial import Trial

TOO_LONG = "PromptTooLong"
ORDINALS = ("the first", "the second", "the third", "the fourth", "the fifth")


class Calls:
    """Whom the learner's function called with what, and whom a right version.

    Attributes:
        sent: the lists that were sent.
        summarized: the lists that were to be summarised.
        right_sent: those of a right version.
        right_summarized: those of a right version.
        retries: how often a right version sent again.
        asks_twice: whether the learner's asked for more than one summary before its first retry.
    """

    def __init__(self, trial: Trial) -> None:
        """Read them from a trial."""
        self.sent, self.right_sent = (_first_arguments(each, "send") for each in (trial.asked, trial.right_asked))
        self.summarized, self.right_summarized = (
            _first_arguments(each, "summarize") for each in (trial.asked, trial.right_asked)
        )
        self.retries = len(self.right_sent) - 1
        order = [each.name for each in trial.asked]
        second = [i for i, name in enumerate(order) if name == "send"][1:2]
        self.asks_twice = order[: second[0] if second else len(order)].count("summarize") > 1
        answers = trial.case.scripts["send"].answers if "send" in trial.case.scripts else ()
        self._last = answers[min(self.retries, len(answers) - 1)] if answers and self.retries >= 0 else {}
        self._asks_in_vain = len(self.right_summarized) > self.retries
        self._limit = trial.given["max_retries"]

    @property
    def ends_with(self) -> str:
        """How a right version ends: `reply`, `refusal`, or `error` for any other error of `send`."""
        if "raise" not in self._last:
            return "reply"
        return "refusal" if self._last["raise"] == TOO_LONG else "error"

    @property
    def is_used_up(self) -> bool:
        """Whether a right version gives up because it may not send again."""
        return self.ends_with == "refusal" and self.retries == self._limit and not self._asks_in_vain

    @property
    def is_in_vain(self) -> bool:
        """Whether a right version gives up because nothing got shorter."""
        return self.ends_with == "refusal" and not self.is_used_up

    @property
    def in_words(self) -> str:
        """How many requests there were, and how many calls of the summariser."""
        return _in_words(self.sent, self.summarized)

    @property
    def right_in_words(self) -> str:
        """The same of a right version."""
        return _in_words(self.right_sent, self.right_summarized)

    @property
    def counts_differ(self) -> bool:
        """Whether a right version makes other numbers of calls."""
        return (len(self.sent), len(self.summarized)) != (len(self.right_sent), len(self.right_summarized))

    def differ_at(self, number: int) -> Finding | None:
        """Return a finding where the request of this number is not the one of a right version."""
        wanted = self.right_sent[number]
        if len(self.sent) <= number:
            return Finding(f"{ORDINALS[number]} request: {listed(wanted)}", f"{_requests(len(self.sent))}, and no more")
        got = self.sent[number]
        if same(got, wanted):
            return None
        return Finding(f"{ORDINALS[number]} request: {listed(wanted)}", listed(got))


def _in_words(sent: list[Any], summarized: list[Any]) -> str:
    calls = f"{len(summarized) or 'no'} call{'s' * (len(summarized) > 1)} of summarize"
    return f"{_requests(len(sent))} and {calls}"


def _requests(count: int) -> str:
    return f"{count or 'no'} request{'s' * (count > 1)}"


def _first_arguments(asked: Any, name: str) -> list[Any]:
    return [args[0] if args else None for args in arguments_of(asked, name)]


def said(error: Raised | None) -> str:
    """Write an error that came out, or that none came."""
    if error is None:
        return "no error: the function returned"
    return f"{error.kinds[0]}: {error.text}" if error.text else error.kinds[0]
