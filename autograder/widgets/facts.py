"""What a session says that can be lost, where a request still says it, and what an agent's harness writes down."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from autograder.lab.messages import Message, calls_of, serialize, text_of
from autograder.lab.sessions import Session

LONGEST = 18  # characters of a name
FILE = "file"  # the kind of a fact that is a path: this file was read
NOT_SAID = "-"  # where no message says a fact
RANKS = {"C": 1, "K": 2}  # a message as it was said comes before a summary, and that before a task state


@dataclass(frozen=True, slots=True)
class Said:
    """Something a session says.

    Attributes:
        kind: `file` for the path of a file that was read, else the kind of the session's fact.
        name: what a picture calls it.
        answer: what a message contains that says it.
        met: the round whose messages say it first; 0 is the opening.
    """

    kind: str
    name: str
    answer: str
    met: int


def facts_of(session: Session, rounds: int) -> list[Said]:
    """Return what the first rounds of a session say: the files read, then the session's own facts, each in order.

    Examples:
        >>> from autograder.lab import reading_session
        >>> [(each.kind, each.name, each.met) for each in facts_of(reading_session(form="live"), 2)]
        [('file', 'file_1.md', 1), ('file', 'file_2.md', 2), ('value', 'RC-8919', 1), ('value', 'RC-7838', 2)]
    """
    files: dict[str, Said] = {}
    for number, played in enumerate(session.rounds[:rounds], start=1):
        for path in _paths(played.reply):
            files.setdefault(path, Said(FILE, path.rpartition("/")[2], path, number))
    texts = [serialize(session.opening), *(serialize([each.reply, *each.then]) for each in session.rounds[:rounds])]
    facts = []
    for fact in session.facts:
        met = next((number for number, text in enumerate(texts) if fact.answer in text), None)
        if met is not None:
            facts.append(Said(fact.kind, shorten(fact.answer, LONGEST, placeholder="…"), fact.answer, met))
    return [*files.values(), *sorted(facts, key=lambda each: (each.kind, each.met))]


def _paths(reply: Message) -> Iterable[str]:
    for call in calls_of(reply):
        path = _arguments(call).get("path")
        if isinstance(path, str):
            yield path


def _arguments(call: Any) -> dict[str, Any]:
    try:
        arguments = json.loads(call["function"]["arguments"])
    except ValueError:
        return {}
    return arguments if isinstance(arguments, dict) else {}


def state_of(session: Session, rounds: int) -> dict[str, Any]:
    """Return the state of the task after some rounds, as a harness knows it: the goal, and every call as a todo.

    Examples:
        >>> from autograder.lab import reading_session
        >>> state_of(reading_session(form="live"), 1)["todos"]
        [{'text': 'read_file /tmp/project/file_1.md', 'done': True}]
    """
    goals = [text_of(each) for each in session.history(rounds) if each.get("role") == "user"]
    done = [_in_words(call) for played in session.rounds[:rounds] for call in calls_of(played.reply)]
    return {"goal": goals[-1] if goals else "", "todos": [{"text": text, "done": True} for text in done]}


def _in_words(call: Any) -> str:
    given = [each for each in _arguments(call).values() if isinstance(each, str)]
    return " ".join([call["function"]["name"], *given])


def places_of(facts: Iterable[Said], request: Iterable[tuple[str, str]]) -> str:
    """Return where a request says each fact: one letter a fact, `-` where nothing does.

    Args:
        facts: what is looked for.
        request: for each message its letter and its text.

    Examples:
        >>> places_of([Said("value", "a", "a", 1), Said("value", "b", "b", 1)], [("C", "a"), ("T", "a c")])
        'T-'
    """
    ordered = sorted(request, key=lambda each: RANKS.get(each[0], 0))
    return "".join(next((letter for letter, text in ordered if fact.answer in text), NOT_SAID) for fact in facts)
