"""A trial: one case, what the learner's function did with it, and what a right version did."""

import marshal
from functools import cached_property
from typing import Any

from autograder.execution.calls import Call, filled, input_messages
from autograder.execution.cases import Case
from autograder.execution.outcomes import Asked, Outcome
from autograder.execution.values import Argument, Decoder, Unreadable, Value, same
from autograder.lab.messages import Message
from autograder.lessons.oracle import right_signature


class Trial:
    """What a rule looks at: data only, never the learner's function.

    Attributes:
        case: what was tried.
        outcome: what the learner's function did.
        right: what a right version did.
    """

    def __init__(self, lesson: str, case: Case, outcome: Outcome, right: Outcome) -> None:
        """Keep the three; values are read when a rule asks for them."""
        self.lesson = lesson
        self.case = case
        self.outcome = outcome
        self.right = right

    @property
    def calls(self) -> list[Call]:
        """The case's calls, with arguments of the judge's own."""
        return self.case.calls

    @cached_property
    def given(self) -> dict[str, Any]:
        """The arguments of the first call by name, defaults filled in."""
        return self.given_at(0)

    def given_at(self, step: int) -> dict[str, Any]:
        """Return the arguments of a call of the function by name, defaults filled in.

        Where an argument holds what an earlier call returned, the learner's own answer stands there.

        Args:
            step: which call, counted from 0, or from the end where it is negative.
        """
        _, args, kwargs = self.calls[step]
        if step:
            args, kwargs = filled(args, self.answers), filled(kwargs, self.answers)
        bound = right_signature(self.lesson).bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.arguments

    @property
    def messages(self) -> list[Message]:
        """The history the function was given."""
        messages: list[Message] = self.given["messages"]
        return messages

    @cached_property
    def answers(self) -> list[Any]:
        """What each step of the learner's function returned.

        Raises:
            Unreadable: it is not in a form that can be read; the judge asks first.
        """
        return self._decoded(self.outcome.values)

    @property
    def answer(self) -> Any:
        """What the learner's function returned, at its last step."""
        return self.answers[-1]

    @cached_property
    def right_answers(self) -> list[Any]:
        """What each step of a right version returned."""
        return self._decoded(self.right.values)

    @property
    def right_answer(self) -> Any:
        """What a right version returned, at its last step."""
        return self.right_answers[-1]

    @cached_property
    def is_right(self) -> bool:
        """Whether the answers are those of a right version, compared by exact type."""
        return self.is_plainly_right or same(self.answers, self.right_answers)

    @cached_property
    def is_plainly_right(self) -> bool:
        """Whether the answers are those of a right version even before references are looked up."""
        mine, right = self.outcome.values, self.right.values
        return mine is right or exact_bytes(mine) == exact_bytes(right)

    @cached_property
    def asked(self) -> list[Asked]:
        """The calls of callbacks that the learner's function made, in order, with their arguments decoded.

        Raises:
            Unreadable: an argument is not in a form that can be read; the judge asks first.
        """
        return list(map(_with_decoded_arguments, self.outcome.asked))

    @cached_property
    def right_asked(self) -> list[Asked]:
        """The calls of callbacks that a right version made."""
        return list(map(_with_decoded_arguments, self.right.asked))

    @property
    def is_as_right(self) -> bool:
        """Whether nothing at all differs from what a right version did, so that there is nothing to judge."""
        mine, right = self.outcome, self.right
        plain = mine.status == right.status == "ok" and mine.arguments is None is right.arguments
        return plain and self.is_plainly_right and mine.asked == right.asked

    @cached_property
    def changed_arguments(self) -> bool:
        """Whether the arguments differ afterwards."""
        return self.outcome.arguments is not None

    def shares_the_list(self) -> bool:
        """Whether a list that was given came back as the same object, anywhere in the answers."""
        return any(map(_holds_argument, self.answers))

    def _decoded(self, values: tuple[Value, ...]) -> list[Any]:
        decoder = Decoder(input_messages(self.calls))
        return [decoder.decode(value) for value in values]

    def unreadable(self) -> str:
        """Say why the answers cannot be read; empty where they can."""
        try:
            self.answers, self.asked  # noqa: B018 - decoding is what may fail
        except Unreadable as problem:
            return str(problem)
        return ""


def exact_bytes(values: tuple[Value, ...]) -> bytes:
    """Return bytes that differ where values differ in type or content; a fast first look, not the last word."""
    return marshal.dumps(values, 2)


def _with_decoded_arguments(asked: Asked) -> Asked:
    decoder = Decoder()
    args = tuple(decoder.decode(each) for each in asked.args)
    return Asked(asked.name, args, {key: decoder.decode(each) for key, each in asked.kwargs.items()})


def _holds_argument(thing: Any) -> bool:
    if type(thing) is Argument:
        return True
    inside = thing.values() if type(thing) is dict else thing if type(thing) in (list, tuple) else ()
    return any(_holds_argument(each) for each in inside if type(each) in (dict, list, tuple, Argument))
