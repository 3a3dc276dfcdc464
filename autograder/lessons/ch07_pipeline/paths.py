"""The way through the pipeline: what each step of a right version leaves, and what a learner's did."""

from functools import cached_property
from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message
from autograder.lessons.asked import arguments_of
from autograder.lessons.ch07_pipeline.lists import lacking, names
from autograder.lessons.lesson import Finding
from autograder.lessons.oracle import right_function
from autograder.lessons.trial import Trial


class Path:
    """The way a right version goes through a case, and what the learner's did.

    Attributes:
        given: the arguments by name.
        answer: the learner's messages; empty where an error came out.
        right: a right version's.
    """

    def __init__(self, trial: Trial) -> None:
        """Keep both answers."""
        self.trial, self.given = trial, trial.given
        self.answer: list[Message] = trial.answer or []
        self.right: list[Message] = trial.right_answer

    @cached_property
    def window(self) -> list[Message]:
        """What the free steps leave."""
        cut = right_function("truncate_tool_results")(self.given["messages"], self.given["max_chars"])
        kept: list[Message] = right_function("trim_history")(cut, self.given["max_messages"], self.given["head"])[
            "messages"
        ]
        return kept

    @property
    def tokens(self) -> int:
        """The estimate of what the free steps leave."""
        tokens: int = right_function("estimate_messages")(self.window)
        return tokens

    @property
    def is_over(self) -> bool:
        """Whether the free steps were not enough."""
        return bool(self.tokens > self.given["threshold"])

    @property
    def middles(self) -> list[Any]:
        """What the learner's function asked to summarise."""
        return [args[0] if args else None for args in arguments_of(self.trial.asked, "summarize")]

    @property
    def right_middles(self) -> list[Any]:
        """What a right version asked to summarise."""
        return [args[0] for args in arguments_of(self.trial.right_asked, "summarize")]

    @cached_property
    def request(self) -> Message | None:
        """The message that a right version puts back; `None` where it puts none back."""
        base = self.compacted or self.window
        if len(self.right) == len(base):
            return None
        place = next((i for i, each in enumerate(base) if not same(each, self.right[i])), len(base))
        return self.right[place]

    @cached_property
    def compacted(self) -> list[Message]:
        """What the paid step of a right version leaves; empty where it has left everything as it was."""
        made = [each for each in self.right if str(each.get("content")).startswith("[Compacted]")]
        new = [each for each in made if not any(same(each, other) for other in self.window)]
        if not new:
            return []
        lead = next((i for i, each in enumerate(self.window) if each.get("role") != "system"), 0)
        return [*self.window[:lead], new[0], *self.window[lead + len(self.right_middles[0]) :]]


def contents(path: Path) -> Finding | None:
    """Judge which messages there are, whatever their order, but for the request that must come back."""
    carried = [] if path.request is None else [path.request]
    missing = lacking(lacking(path.right, carried), path.answer)
    extra = lacking(lacking(path.answer, path.right), [*carried, *(older_request(path) if path.is_over else [])])
    if not missing and not extra:
        return None
    parts = [f"without {names(missing)}"] * bool(missing) + [f"also {names(extra)}"] * bool(extra)
    return Finding(f"{names(path.right)}", " and ".join(parts))


def older_request(path: Path) -> list[Any]:
    """Return the one message too many, where it is a user's: another request was put back."""
    extra = lacking(path.answer, path.right)
    return [each for each in extra if len(extra) == 1 and type(each) is dict and each.get("role") == "user"]
