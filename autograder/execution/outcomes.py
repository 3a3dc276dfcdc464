"""Outcomes: what became of a case, as plain data."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from autograder.execution.values import Value

Status = Literal[
    "ok",
    "raised",
    "timeout",
    "stopped",
    "died",
    "unreadable",
    "not written",
    "wrong signature",
    "not a function",
    "not judged",
]


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception that came out.

    Attributes:
        kinds: names of its class and that class's bases, most special first.
        text: what it says.
        frames: the learner's own frames, outermost first: where, and the line of code.
    """

    kinds: tuple[str, ...]
    text: str
    frames: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """One call of a callback, as the judge's side saw it."""

    name: str
    args: tuple[Value, ...]
    kwargs: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a function did with a case.

    Attributes:
        status: `ok` when every step returned, `raised` when a step raised.
        values: what each step returned; `None` for one that raised.
        errors: what each step raised; `None` for one that returned.
        arguments: the arguments of all steps afterwards, where they changed; `None` where they did not.
        asked: calls of callbacks, in order.
        note: one sentence for a status that needs it (timeout, stopped, died, unreadable, wrong signature, not judged).
        printed: characters written to the standard output.
        fingerprint: stands for what all steps of a large case returned; empty for other cases, and where anything but
            plain data was returned. It does not travel with the outcome.
    """

    status: Status
    values: tuple[Value, ...] = ()
    errors: tuple[Raised | None, ...] = ()
    arguments: Value = None
    asked: tuple[Asked, ...] = ()
    note: str = ""
    printed: int = 0
    fingerprint: str = ""

    @property
    def error(self) -> Raised | None:
        """The first exception that came out."""
        return next((each for each in self.errors if each is not None), None)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON, without `asked`: the judge's side counts calls itself."""
        return {
            "status": self.status,
            "values": self.values,
            "errors": [None if each is None else asdict(each) for each in self.errors],
            "arguments": self.arguments,
            "note": self.note,
            "printed": self.printed,
        }

    @classmethod
    def from_json(cls, plain: Any, asked: tuple[Asked, ...]) -> "Outcome":
        """Read what another process wrote; anything not of this form is `unreadable`, never an exception."""
        try:
            return cls(
                status=_status(plain["status"]),
                values=tuple(_checked(plain["values"], list)),
                errors=tuple(None if each is None else _raised(each) for each in _checked(plain["errors"], list)),
                arguments=plain["arguments"],
                asked=asked,
                note=writable(_checked(plain["note"], str)[:500]),
                printed=_checked(plain["printed"], int),
            )
        except (KeyError, TypeError, ValueError, IndexError, StopIteration):
            return cls("unreadable", asked=asked, note="is not in a form the judge can read")


def writable(text: str) -> str:
    r"""Return a text that any file and terminal takes: half a character is spelled out.

    Examples:
        >>> print(writable("half of \ud83d"))
        half of \ud83d
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _status(plain: Any) -> Status:
    return next(each for each in get_args(Status) if each == _checked(plain, str))


def _raised(plain: Any) -> Raised:
    return Raised(
        kinds=tuple(writable(_checked(each, str)[:200]) for each in _some(_checked(plain["kinds"], (list, tuple)))),
        text=writable(_checked(plain["text"], str)[:2000]),
        frames=tuple((writable(_checked(a, str)[:200]), writable(_checked(b, str)[:200])) for a, b in plain["frames"]),
    )


def _some(things: Any) -> Any:
    if not things:
        raise ValueError(things)
    return things


def _checked(thing: Any, kind: Any) -> Any:
    if not isinstance(thing, kind):
        raise TypeError(thing)
    return thing
