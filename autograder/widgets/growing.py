"""A session whose results are longer or shorter than they were."""

from dataclasses import replace

from autograder.lab.messages import Message
from autograder.lab.prose import prose
from autograder.lab.sessions import Session

USUAL = 100  # percent


def grown(session: Session, percent: int) -> Session:
    """Return a session whose results have `percent` of their length: cut, or with more prose at their end.

    Examples:
        >>> from autograder.lab import reading_session
        >>> [len(grown(reading_session(rounds=1), percent).history()[3]["content"]) for percent in (50, 100, 200)]
        [106, 213, 426]
    """
    if percent == USUAL:
        return session
    rounds = (replace(each, then=tuple(_grown(message, percent) for message in each.then)) for each in session.rounds)
    return replace(session, rounds=tuple(rounds))


def _grown(message: Message, percent: int) -> Message:
    text = message.get("content")
    if message["role"] != "tool" or not isinstance(text, str):
        return message
    length = len(text) * percent // USUAL
    return {
        **message,
        "content": text[:length] + prose(text[:40], length - len(text)) if length > len(text) else text[:length],
    }
