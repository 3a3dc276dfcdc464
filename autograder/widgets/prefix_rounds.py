"""What a prefix shows, as plain data: each request against the last one, what a cache reads of it, and what it costs.

| key | holds |
| --- | --- |
| `title` | what is played |
| `cache` | of the provider: `model`, `minimum` tokens of what it caches, `seconds` that it keeps them |
| `messages` | each message, as `frames` describes it |
| `lanes` | each lane: `name`, and `frames`, one for each request; a lane that stopped has fewer |
| `knobs` | what a reader may turn |

A frame has `sent`, numbers of messages, and their `tokens`; `same`, the front it has in common with the request before:
how many whole messages, and which part of the next one; `around`, both texts on both sides of where they part;
`measured`, what the learner's own measure says of that front; `cached`, how many messages came from the cache, and
`read`, their tokens; `bill`, dollars of what was read, of the rest of the prompt, and of the reply, and `cost`, dollars
of all requests so far; `answer`, and whether it was `accepted`; `error`, what stopped the prompt, and `who` made it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from autograder.execution.values import in_words
from autograder.lab.errors import LabError
from autograder.lab.messages import Message, serialize, system
from autograder.lab.models import Model
from autograder.lab.playing import START
from autograder.lab.provider import Provider, Reply
from autograder.lab.sessions import Round, Session
from autograder.lab.tokens import count_messages
from autograder.lab.usage import Usage
from autograder.widgets.cast import Cast
from autograder.widgets.cuts import shared_front
from autograder.widgets.trying import name_of, tried

AROUND = 44  # characters shown where two requests part
Builder = Callable[[datetime], Any]
Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lane:
    """One way to make the system prompt.

    Attributes:
        name: what the picture calls it.
        build: makes the prompt from the time of a request.
        once: makes an object with `text()` from what builds the prompt; `None` where it is built for each request.
    """

    name: str
    build: Builder
    once: Callable[..., Any] | None = None


class Prompt:
    """The system prompt of a lane, as it is asked for."""

    def __init__(self, lane: Lane, provider: Provider) -> None:
        """Take note of how it is made; nothing is built yet."""
        self._lane = lane
        self._provider = provider
        self._kept: Any = None

    def _build(self) -> Any:
        return self._lane.build(START + timedelta(seconds=self._provider.now))

    def _text(self) -> Any:
        if self._lane.once is None:
            return self._build()
        if self._kept is None:
            self._kept = self._lane.once(self._build)
        return self._kept.text()

    def text(self) -> tuple[str, str]:
        """Return the prompt and an empty text; or nothing, and what to say after the function's name."""
        answer, problem = tried(self._text)
        if not problem and type(answer) is not str:
            problem = (
                "returned None, not a text" if answer is None else f"returned a {type(answer).__name__}, not a text"
            )
        return ("", problem) if problem else (answer, "")


class Measured:
    """The learner's own measure of the front that two requests share, asked once about each two."""

    def __init__(self, measure: Callable[..., Any] | None) -> None:
        """Take note of it; `None` measures nothing."""
        self._measure = measure
        self._said: dict[tuple[str, str], str] = {}

    def sentence(self, before: list[Message] | None, after: list[Message]) -> str:
        """Say what it says of a request and the one before; nothing of the first request."""
        if self._measure is None or before is None:
            return ""
        pair = serialize(before), serialize(after)
        if pair not in self._said:
            answer, problem = tried(self._measure, before, after)
            if not problem and type(answer) is not int:
                problem = f"returned {in_words(answer)}, not a whole number"
            self._said[pair] = f"{name_of(self._measure)} {problem or f'says {answer:,} tokens'}"
        return self._said[pair]


def prefix_picture(
    session: Session, lanes: Sequence[Lane], measured: Measured, rounds: int, model: Model
) -> dict[str, Any]:
    """Play a session with the prompt of each lane, and return the picture of its requests."""
    cast = Cast(session.history(rounds))
    made = [{"name": lane.name, "frames": _frames(lane, session, rounds, cast, measured, model)} for lane in lanes]
    return {
        "title": f"{session.name} session, {rounds} rounds",
        "cache": {"model": model.name, "minimum": model.cache_minimum, "seconds": model.cache_seconds},
        "messages": cast.plain(),
        "lanes": made,
        "knobs": [],
    }


def _frames(lane: Lane, session: Session, rounds: int, cast: Cast, measured: Measured, model: Model) -> list[Frame]:
    """Play one lane to its end, or until its prompt fails or a request is refused."""
    provider = Provider(model=model)
    prompt = Prompt(lane, provider)
    frames: list[Frame] = []
    opening = [number for number, each in enumerate(session.opening) if each.get("role") != "system"]
    said, rest, before = len(session.opening), opening, None
    for played in [*session.rounds[:rounds], Round(session.closing, ())]:
        text, problem = prompt.text()
        if problem:
            frames.append(_frame([], [], None) | {"error": problem, "cost": provider.cost, "who": _maker(lane)})
            break
        sent = [_number(cast, system(text)), *rest]
        messages = [cast.messages[number] for number in sent]
        frames.append(_frame(sent, messages, before) | {"measured": measured.sentence(before, messages)})
        reply = _asked(provider, messages, played.reply)
        frames[-1] |= _answered(messages, reply, provider)
        if isinstance(reply, LabError):
            break
        rest = [*rest, *range(said, said + 1 + len(played.then))]
        said += 1 + len(played.then)
        before = messages
        provider.wait(played.seconds)
        if played.model:
            provider.switch(played.model, played.window)
    return frames


def _maker(lane: Lane) -> str:
    return name_of(lane.build) if lane.once is None else name_of(lane.once)


def _number(cast: Cast, message: Message) -> int:
    """Return the number of a system message; an equal one has the same."""
    found = next((number for number, each in enumerate(cast.messages) if each == message), None)
    return cast.add(message, None) if found is None else found


def _asked(provider: Provider, messages: list[Message], reply: Message) -> Reply | LabError:
    try:
        return provider.complete(messages, script=lambda _: reply)
    except LabError as error:
        return error


def _answered(messages: list[Message], reply: Reply | LabError, provider: Provider) -> Frame:
    if isinstance(reply, LabError):
        return {"answer": str(reply), "accepted": False, "cost": provider.cost}
    used, cached, room = reply.tokens, 0, reply.tokens.cache_read
    while cached < len(messages) and room > 0:
        room -= count_messages([messages[cached]])
        cached += 1
    parts = (Usage(cache_read=used.cache_read), Usage(used.uncached, used.cache_write), Usage(output=used.output))
    bill = [round(each.cost(provider.model), 8) for each in parts]
    return {"answer": "accepted", "cached": cached, "read": used.cache_read, "bill": bill, "cost": provider.cost}


def _frame(sent: list[int], messages: list[Message], before: list[Message] | None) -> Frame:
    """Return a request against the one before, ere anybody answered."""
    last, text = serialize(before or []), serialize(messages)
    place = shared_front(last, text)
    return {
        "sent": sent,
        "tokens": count_messages(messages),
        "same": _same(messages, place),
        "around": None if before is None else [_around(last, place), _around(text, place)],
        "measured": "",
        "cached": 0,
        "read": 0,
        "bill": [0.0, 0.0, 0.0],
        "cost": 0.0,
        "answer": "",
        "accepted": True,
        "error": "",
        "who": "",
    }


def _same(messages: list[Message], place: int) -> list[float]:
    """Return how many whole messages a front of `place` characters has, and which part of the next one."""
    for number, message in enumerate(messages):
        length = len(serialize([message]))
        if length > place:
            return [number, round(place / length, 4)]
        place -= length
    return [len(messages), 0]


def _around(text: str, place: int) -> list[str]:
    """Return what stands on both sides of the place where two texts part, each on one line."""
    start, end = max(0, place - AROUND // 2), place + AROUND // 2
    sides = ("…" if start else "") + text[start:place], text[place:end] + ("…" if end < len(text) else "")
    return [each.replace("\n", "⏎") for each in sides]
