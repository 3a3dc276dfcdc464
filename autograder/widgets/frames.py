"""What a window shows, as plain data: every message once, and for each lane and round which of them are sent.

| key | holds |
| --- | --- |
| `title` | what is played |
| `budget` | tokens: a request above it is refused; `None` where there is no line to draw |
| `lines` | tokens by name, from the top: `window`, `budget` and `threshold`, those that differ |
| `messages` | each message: `role`, `letter`, `text` (its front), `calls`, `id`, `tokens`, `batch`, `instead` |
| `lanes` | each lane: `name`, and `frames`, one for each request; a lane that stopped has fewer |
| `knobs` | what a reader may turn: `key`, `label`, `value`, `least`, `most`, `step`, `unit` |

A frame has `runs` of `[first message, how many, state]` in the order they are drawn, with the states of `actions`;
`count` and `tokens` of what is sent, and `gone`; `cached`, how many messages at its front came from the cache, and
`read`, their tokens; `cost`, dollars so far; `answer`, what the provider says to it; `error`, what stopped the
function; and `note`. `instead` is the number of the message that another stands for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograder.lab.errors import LabError
from autograder.lab.messages import Message
from autograder.lab.playing import CUT
from autograder.lab.provider import Provider, Reply
from autograder.lab.sessions import Round, Session
from autograder.lab.tokens import count_messages
from autograder.widgets.actions import Gone, after_request, drawn, runs
from autograder.widgets.cast import Cast
from autograder.widgets.policies import Stopped, applied

Frame = dict[str, Any]
Picture = dict[str, Any]
Policy = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a window has room for, in tokens.

    Attributes:
        window: the most tokens of one request, prompt and reply together.
        reserve: what is kept for the reply.
        buffer: how far below the budget compaction should begin.
    """

    window: int
    reserve: int = 0
    buffer: int = 0

    @property
    def budget(self) -> int:
        """The part of the window the history may use."""
        return self.window - self.reserve

    @property
    def threshold(self) -> int:
        """Where compaction should begin."""
        return self.budget - self.buffer

    def lines(self) -> list[list[Any]]:
        """Return names and tokens, from the top; of equal ones the first.

        Examples:
            >>> Limits(8192, reserve=1024).lines()
            [['window', 8192], ['budget', 7168]]
        """
        named = {self.threshold: "threshold", self.budget: "budget", self.window: "window"}
        return [[name, tokens] for tokens, name in sorted(named.items(), reverse=True)]


def history_picture(messages: list[Message], window: int | None = None) -> Picture:
    """Return the picture of one history."""
    cast = Cast(messages)
    frame = _frame(cast, list(range(len(messages))), {}, {})
    limits = None if window is None else Limits(window)
    return _picture("a history", limits, cast, [{"name": "history", "frames": [frame]}])


def session_picture(session: Session, lanes: dict[str, Policy | None], rounds: int, limits: Limits) -> Picture:
    """Play a session in several lanes side by side, and return their picture.

    Args:
        session: what the model replies and what comes back.
        lanes: by name, the function that gets the messages before every request, and returns those to send;
            `None` sends everything.
        rounds: how many rounds are played; there is one request more than rounds.
        limits: a request that does not fit them is refused.
    """
    cast = Cast(session.history(rounds))
    made = [{"name": name, "frames": _lane(cast, policy, session, rounds, limits)} for name, policy in lanes.items()]
    return _picture(f"{session.name} session, {rounds} rounds", limits, cast, made)


def _picture(title: str, limits: Limits | None, cast: Cast, lanes: list[dict[str, Any]]) -> Picture:
    return {
        "title": title,
        "budget": None if limits is None else limits.budget,
        "lines": [] if limits is None else limits.lines(),
        "messages": cast.plain(),
        "lanes": lanes,
        "knobs": [],
    }


def _lane(cast: Cast, policy: Policy | None, session: Session, rounds: int, limits: Limits) -> list[Frame]:
    """Play one lane until its last request, or until one is refused or the function fails."""
    provider = Provider(window=limits.window)
    frames: list[Frame] = []
    working = list(range(len(session.opening)))
    gone: Gone = {}
    said = len(working)
    for played in [*session.rounds[:rounds], Round(session.closing, ())]:
        try:
            sent, note = (working, "") if policy is None else applied(policy, working, cast, gone)
        except Stopped as stop:
            frames.append(_frame(cast, working, gone, gone) | {"error": str(stop), "cost": provider.cost})
            break
        before, gone = gone, after_request(cast, working, sent, gone)
        reply = _asked(provider, [cast.messages[number] for number in sent], played.reply, limits)
        frames.append(_frame(cast, sent, gone, before) | {"note": note} | _answered(cast, sent, reply, provider))
        if isinstance(reply, LabError):
            break
        working = [*sent, *range(said, said + 1 + len(played.then))]
        said += 1 + len(played.then)
        provider.wait(played.seconds)
    return frames


def _asked(provider: Provider, messages: list[Message], reply: Message, limits: Limits) -> Reply | LabError:
    try:
        return provider.complete(messages, max_tokens=limits.reserve or None, script=lambda _: reply)
    except LabError as error:
        return error


def _answered(cast: Cast, sent: list[int], reply: Reply | LabError, provider: Provider) -> Frame:
    if isinstance(reply, LabError):
        return {"answer": str(reply), "accepted": False, "cost": provider.cost}
    cached, room = 0, reply.tokens.cache_read
    while cached < len(sent) and room > 0:
        room -= count_messages([cast.messages[sent[cached]]])
        cached += 1
    answer = "accepted, but the reply had no room and was cut" if reply.finish_reason in CUT else "accepted"
    return {"answer": answer, "cached": cached, "read": reply.tokens.cache_read, "cost": provider.cost}


def _frame(cast: Cast, sent: list[int], gone: Gone, before: Gone) -> Frame:
    """Return what is sent, before anybody answered."""
    return {
        "runs": runs(drawn(cast, sent, gone, before)),
        "count": len(sent),
        "tokens": count_messages([cast.messages[number] for number in sent]),
        "gone": len(gone),
        "cached": 0,
        "read": 0,
        "cost": 0.0,
        "accepted": True,
        "answer": "",
        "error": "",
        "note": "",
    }
