"""The exceptions of the course's world: what a provider, or a pipeline, refuses with.

Lessons import them and never define them again, so that `except PromptTooLong` means one thing everywhere.
"""


class LabError(Exception):
    """Anything the lab refuses, so that one `except` can name them all."""


class PromptTooLong(LabError):  # noqa: N818  (the name of the course, as providers say it)
    """The request does not fit the window.

    Attributes:
        tokens: what the provider counted, in tokens; `None` where it did not say.
        window: the most it takes, in tokens; `None` where it did not say.
    """

    def __init__(self, tokens: int | None = None, window: int | None = None) -> None:
        """Keep both numbers, and say them the way a provider does."""
        numbers = "" if tokens is None else f" ({tokens} tokens > max {window} tokens)"
        super().__init__(f"400 prompt is too long{numbers}")
        self.tokens = tokens
        self.window = window


class BadRequest(LabError):  # noqa: N818
    """A provider's 400: the request breaks a rule of the format.

    Attributes:
        index: position of the message at fault in the request, from 0.
        ids: the call ids concerned, in order.
    """

    def __init__(self, sentence: str, index: int = 0, ids: tuple[str, ...] = ()) -> None:
        """Keep where it happened, beside the sentence that says it."""
        super().__init__(f"400 {sentence}")
        self.index = index
        self.ids = ids


class OrphanResult(BadRequest):
    """A result stands where no call of its batch asks for it."""


class UnansweredCall(BadRequest):
    """A call is followed by something else before its result has come."""


class EmptyRequest(BadRequest):
    """The request has no message."""


class MalformedMessage(BadRequest):
    """A message is not built the way the format says."""


class InvalidUnicode(BadRequest):
    """A text cannot be written as UTF-8: half of a character was cut off."""


class DuplicateId(BadRequest):
    """Two calls of one request have the same id."""


class ResultsNotFirst(BadRequest):
    """In a user message with results something else comes before them."""


class BadArguments(BadRequest):
    """A call's arguments are not a JSON object."""


class EmptyContent(BadRequest):
    """A message says nothing where it must say something."""


class NameTooLong(BadRequest):
    """A tool's name is longer than the provider takes."""


class MisplacedSystem(BadRequest):
    """A system message stands where the provider takes none."""


class RolesOutOfOrder(BadRequest):
    """Two neighbours have one role where user and assistant must alternate."""


class WrongStart(BadRequest):
    """The conversation does not begin with the user."""


class WrongEnd(BadRequest):
    """The last message gives the model nothing to answer."""


class Overloaded(LabError):  # noqa: N818
    """The provider has no room for the request now, whatever it says; another time it may."""

    def __init__(self) -> None:
        """Say it the way a provider does."""
        super().__init__("529 the provider is overloaded; send the request again later")


class CompressionStuckError(LabError):
    """Compacting no longer helps: what came out is hardly smaller than what went in."""


class DamagedVocabulary(LabError):  # noqa: N818
    """The vocabulary that exact counts are made with is not the one that was shipped."""

    def __init__(self, name: str, reason: str) -> None:
        """Say which file, what is wrong with it, and the way out."""
        super().__init__(
            f"the vocabulary {name} in autograder/lab/vocabulary is damaged: {reason}. "
            "Exact counts need it whole; install the package again to restore it."
        )
