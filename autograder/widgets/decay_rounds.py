"""What a decay shows, as plain data: where each request still says each fact, and why one was lost.

| key | holds |
| --- | --- |
| `title` | what is played |
| `facts` | each fact: `kind`, `name`, and `met`, the round that says it first |
| `lanes` | each lane: `name`, and `frames`, one for each request; a lane that stopped has fewer |
| `knobs` | what a reader may turn |

A frame has `count` and `tokens` of what is sent; `places`, one letter a fact: that of the message which says it, `-`
where none does; `lost`, pairs of a fact's number and the reason, for those lost in this round; `summary`, the text of
the summary that is sent; `error`, what stopped the function, `who`, its name, and `note`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from autograder.lab.messages import Message, call_ids, serialize, text_of
from autograder.lab.sessions import Session
from autograder.lab.tokens import count_messages
from autograder.widgets.actions import rewriting
from autograder.widgets.cast import Cast, letter_of
from autograder.widgets.facts import NOT_SAID, Said, facts_of, places_of, state_of
from autograder.widgets.policies import Stopped, applied
from autograder.widgets.trying import name_of

LONGEST_SUMMARY = 3_000  # characters of it that travel to the picture
LOST = {
    "cut": "{} was cut, and it stood in what is gone",
    "placeholder": "a placeholder stands for {}",
    "persisted": "{} was moved to disk",
    "new": "{} was written anew without it",
    "summarised": "{} was summarised, and the summary leaves it out",
    "summarised again": "the new summary leaves out what the last one said",
    "dropped": "{} was dropped",
}
UNWRITTEN = "the task state does not say it any more"
Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lane:
    """One way to keep a history small.

    Attributes:
        name: what the picture calls it.
        policy: gets the messages before every request, and returns those to send.
        with_state: puts a state of the task at their end, for this request only; `None` where nothing does.
    """

    name: str
    policy: Callable[..., Any]
    with_state: Callable[..., Any] | None = None


def decay_picture(session: Session, lanes: list[Lane], rounds: int) -> dict[str, Any]:
    """Play a session in several lanes, and return the picture of what each still says."""
    facts = facts_of(session, rounds)
    return {
        "title": f"{session.name} session, {rounds} rounds",
        "facts": [{"kind": fact.kind, "name": fact.name, "met": fact.met} for fact in facts],
        "lanes": [{"name": lane.name, "frames": _frames(lane, session, rounds, facts)} for lane in lanes],
        "knobs": [],
    }


class _Story:
    """The messages of a lane, and what each says."""

    def __init__(self, history: list[Message], facts: list[Said]) -> None:
        self.cast = Cast(history)
        self.facts = facts
        self._texts: dict[int, str] = {}

    def text(self, number: int) -> str:
        if number not in self._texts:
            self._texts[number] = serialize([self.cast.messages[number]])
        return self._texts[number]

    def places(self, request: list[int]) -> str:
        return places_of(self.facts, [(letter_of(self.cast.messages[each]), self.text(each)) for each in request])

    def reason(self, fact: Said, given: list[int], kept: list[int]) -> str:
        """Say why a fact that was said is not said any more."""
        said = [number for number in given if fact.answer in self.text(number)]
        if not said:
            return UNWRITTEN
        message, place = self.cast.messages[said[-1]], self.cast.places[said[-1]]
        after = [number for number in kept if place is not None and self.cast.places[number] == place]
        if after:
            return LOST[rewriting(message, self.cast.messages[after[0]])].format(_carrier(message))
        if not any(letter_of(self.cast.messages[number]) == "C" for number in kept if number not in given):
            return LOST["dropped"].format(_carrier(message))
        return LOST["summarised again" if letter_of(message) == "C" else "summarised"].format(_carrier(message))


def _carrier(message: Message) -> str:
    kind = {"C": "the last summary", "K": "the task state"}.get(letter_of(message))
    if kind is not None:
        return kind
    if message.get("role") == "tool":
        return f"the result of {message.get('tool_call_id')}"
    calls = ", ".join(map(str, call_ids(message)))
    return f"the call {calls}" if calls else f"a message of role {message.get('role')}"


def _frames(lane: Lane, session: Session, rounds: int, facts: list[Said]) -> list[Frame]:
    """Play one lane to its end, or until a function fails."""
    story = _Story(session.history(rounds), facts)
    frames: list[Frame] = []
    kept: list[int] = []
    said, before = 0, NOT_SAID * len(facts)
    for number, length in enumerate([len(session.opening), *(1 + len(each.then) for each in session.rounds[:rounds])]):
        given = [*kept, *range(said, said + length)]
        said += length
        try:
            kept, note = _asked(lane.policy, given, story.cast, lane.name)
            request = kept
            if lane.with_state is not None:
                state = partial(_at_the_end, lane.with_state, state_of(session, number))
                request, _ = _asked(state, kept, story.cast, name_of(lane.with_state))
        except _Failed as failed:
            frames.append(_frame(story, [], failed.who, str(failed)))
            break
        frame = _frame(story, request) | {"note": note}
        frame["lost"] = [
            [i, story.reason(fact, given, kept)]
            for i, fact in enumerate(facts)
            if frame["places"][i] == NOT_SAID and (before[i] != NOT_SAID or fact.met == number)
        ]
        before = frame["places"]
        frames.append(frame)
    return frames


class _Failed(Exception):  # noqa: N818  (it is shown at the round where it happens)
    def __init__(self, who: str, why: str) -> None:
        super().__init__(why)
        self.who = who


def _asked(policy: Callable[..., Any], given: list[int], cast: Cast, who: str) -> tuple[list[int], str]:
    try:
        return applied(policy, given, cast)
    except Stopped as stop:
        raise _Failed(who, str(stop)) from None


def _at_the_end(with_state: Callable[..., Any], state: dict[str, Any], messages: list[Message]) -> Any:
    return with_state(messages, state)


def _frame(story: _Story, request: list[int], who: str = "", error: str = "") -> Frame:
    messages = [story.cast.messages[number] for number in request]
    summaries = [text_of(message) for message in messages if letter_of(message) == "C"]
    return {
        "count": len(messages),
        "tokens": count_messages(messages),
        "places": story.places(request),
        "lost": [],
        "summary": summaries[-1][:LONGEST_SUMMARY] if summaries else "",
        "error": error,
        "who": who,
        "note": "",
    }
