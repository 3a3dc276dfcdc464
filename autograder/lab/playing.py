"""Play a session against a provider, with or without a policy, and read the bill."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta

from autograder.lab.adapters import adapt, merge_neighbours
from autograder.lab.errors import LabError
from autograder.lab.messages import Message, system
from autograder.lab.provider import Provider
from autograder.lab.sessions import Round, Session
from autograder.lab.usage import Usage

Policy = Callable[[list[Message]], list[Message]]

START = datetime(2026, 11, 2, 9, 0)
CUT = ("length", "max_tokens")


@dataclass(frozen=True, slots=True)
class Line:
    """One request of a run, a line of its bill.

    Attributes:
        round: how many rounds stood behind the request.
        messages: number of messages sent.
        tokens: what was used.
        cost: in dollars.
    """

    round: int
    messages: int
    tokens: Usage
    cost: float


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """A session as it was played.

    Attributes:
        lines: the answered requests, oldest first; one more than rounds where the session came to its end.
        sent: what the policy gave for the last request, refused or answered, in flat form.
        history: everything that was said, whatever was sent.
        error: what ended the run before its end; `None` where nothing did.
    """

    lines: tuple[Line, ...]
    sent: list[Message]
    history: list[Message]
    error: LabError | None

    @property
    def died_in(self) -> int | None:
        """The round whose request ended the run; `None` where the session came to its end."""
        return None if self.error is None else len(self.lines)

    @property
    def tokens(self) -> Usage:
        """What all requests used together."""
        return sum((line.tokens for line in self.lines), Usage())

    @property
    def cost(self) -> float:
        """What all requests cost together, in dollars."""
        return sum(line.cost for line in self.lines)

    def __repr__(self) -> str:
        ending = "to its end" if self.error is None else f"died in round {self.died_in}"
        return (
            f"<Run {ending}: {len(self.lines)} requests, {self.tokens.prompt:,} prompt tokens, {self.cost:.5f} dollars>"
        )

    def __str__(self) -> str:
        head = (
            f"{'round':>5}  {'messages':>8}  {'prompt':>8}  {'cached':>8}  {'written':>8}  {'reply':>6}  {'dollars':>9}"
        )
        lines = [_row(str(line.round), line.messages, line.tokens, line.cost) for line in self.lines]
        total = _row("all", sum(line.messages for line in self.lines), self.tokens, self.cost)
        ending = [] if self.error is None else [f"round {self.died_in}: {self.error}"]
        return "\n".join([head, *lines, total, *ending])


def _row(name: str, messages: int, used: Usage, cost: float) -> str:
    numbers = f"{used.prompt:>8,}  {used.cache_read:>8,}  {used.cache_write:>8,}  {used.output:>6,}"
    return f"{name:>5}  {messages:>8,}  {numbers}  {cost:>9.5f}"


def play(session: Session, provider: Provider, policy: Policy | None = None, *, clock: bool = False) -> Run:
    """Play a session to its end, or to the request that ends it.

    Before every request the policy gets what was sent last and what came after it; what it returns is sent.
    So a summary stays in place until the policy makes another one. The session is never changed.

    Args:
        session: what the model replies and what comes back, round by round.
        provider: who is asked; requests are adapted to its profile.
        policy: takes the messages in flat form and returns those to send; `None` sends everything.
        clock: whether each request gets the time of day at the front of its system prompt,
            which makes every prefix a new one.

    Returns:
        The bill, line by line. A run that was refused says so in `error`,
        and so does one whose policy raised an error of the lab.

    Examples:
        >>> from autograder.lab import Provider, reading_session
        >>> run = play(reading_session(form="live"), Provider(window=8192))
        >>> run.died_in, str(run.error)
        (18, '400 prompt is too long (8246 tokens > max 8192 tokens)')
    """
    history = session.history(0)
    sent, working, lines = list(history), list(history), []
    for number, played in enumerate((*session.rounds, Round(session.closing, ()))):
        try:
            sent = list(working) if policy is None else policy(list(working))
            lines.append(_ask(number, provider, _with_clock(sent, provider.now) if clock else sent, played))
        except LabError as error:
            return Run(tuple(lines), sent, history, error)
        said = deepcopy([played.reply, *played.then])
        working = [*sent, *said]
        history += said
        provider.wait(played.seconds)
        if played.model:
            provider.switch(played.model, played.window)
    return Run(tuple(lines), sent, history, None)


def _ask(number: int, provider: Provider, request: list[Message], played: Round) -> Line:
    reply = provider.complete(**adapt(request, provider.profile), script=lambda _: played.reply)
    if reply.finish_reason in CUT:
        raise LabError(f"the reply of round {number} had no room in the window and was cut")
    return Line(number, len(request), reply.tokens, reply.cost)


def _with_clock(messages: Sequence[Message], seconds: float) -> list[Message]:
    time = system(f"Current time: {START + timedelta(seconds=seconds)}")
    first = messages[:1] if messages and messages[0]["role"] == "system" else []
    return [*merge_neighbours([time, *first]), *messages[len(first) :]]
